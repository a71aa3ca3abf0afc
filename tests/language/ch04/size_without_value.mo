// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0603]
model M
  parameter Integer n;
  Real x[n] = ones(n);
end M;
