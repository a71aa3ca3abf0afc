// RUN: causeway test %s
// EXIT: 1
// CHECK: error[TOOL0030]: the file of Other has another name: TOOL0030.mo
within;
package Other
  model A
    Real x = time;
    annotation (experiment(StopTime = 1));
  end A;
end Other;
