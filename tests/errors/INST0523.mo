// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0523.mo:6:15: error[INST0523]: the bounds of a range are scalars, found Real[2]
model M
  Real x[2] = {1, 2};
  Real y[3] = x:3;
end M;
