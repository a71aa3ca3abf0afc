// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0605]
model M
  Integer n = 3;
  Real x[n];
equation
  for i in 1:3 loop x[i] = 1; end for;
end M;
