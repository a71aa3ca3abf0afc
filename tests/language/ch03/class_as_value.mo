// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0506]
model M
  model A end A;
  Real x = A;
end M;
