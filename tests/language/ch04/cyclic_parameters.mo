// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0602]
model M
  parameter Integer n = m;
  parameter Integer m = n;
  Real x[n] = ones(n);
end M;
