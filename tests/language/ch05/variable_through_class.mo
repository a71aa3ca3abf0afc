// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0115]
package P
  model A
    Real x = 1;
  end A;
  model M
    Real y = A.x;
  end M;
end P;
