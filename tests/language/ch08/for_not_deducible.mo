// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0528]
model M
  Real x[3] = {1, 2, 3};
  Real y;
equation
  for i loop y = i; end for;
end M;
