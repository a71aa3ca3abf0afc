// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0904]
package P
  parameter Real p = 1;
  model M
    Real x = p;
  end M;
end P;
