// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0624]: the two sides of this equation have different types: Real[2] and Integer[3]
model M
  Real x[2];
equation
  x = {1, 2, 3};
end M;
