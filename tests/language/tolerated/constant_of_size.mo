// A constant whose own declaration names parameters: they are evaluated.
// RUN: causeway simulate %s M -o %t.csv --stop 1 -p n=3
// CHECK: warning[INST0591]: x is constant but its value is parameter
// FINAL: y = 6 +- 1e-12
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0591]
model M
  parameter Integer n = 2;
  constant Real x[n] = ones(n);
  constant Integer m = 2*n;
  Real y = sum(x)*m/3;
end M;
