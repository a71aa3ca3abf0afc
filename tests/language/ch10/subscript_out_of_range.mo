// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0511]: subscript 4 of dimension 1 of x is outside 1:3
model M
  Real x[3] = {1, 2, 3};
  Real y = x[4];
end M;
