// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0904]
package P
  model A Real x = 1; end A;
  A a;
  model M
    Real x = 1;
  end M;
end P;
