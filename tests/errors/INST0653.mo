// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0653.mo:6:25: error[INST0653]: this array is too large to be evaluated
model M
  parameter Integer n = 60000000;
  parameter Real a[:] = zeros(n);
  Real x[integer(sum(a))];
end M;
