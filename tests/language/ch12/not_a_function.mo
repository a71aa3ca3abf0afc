// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0571]
model M
  model A end A;
  Real x = A(1);
end M;
