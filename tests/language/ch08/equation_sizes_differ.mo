// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0624]
model M
  Real x[2];
equation
  x = {1, 2, 3};
end M;
