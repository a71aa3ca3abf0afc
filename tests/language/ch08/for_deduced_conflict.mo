// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0528]
model M
  Real x[3], y[2];
equation
  for i loop x[i] = y[i]; end for;
end M;
