// Small linear systems whose coefficients are parameters are solved by a formula; where a coefficient varies and might vanish
// matrix and right side are formulas, and elimination looks for pivots.
// RUN: causeway explain %s
// CHECK: linear systems 0
// CHECK: der(x) := {{.*}}/({{.*}}p{{.*}})
// CHECK: time*(time + 1.0) + 1.0
// CHECK: *{d} =
// RUN: causeway simulate %s -o %t.csv --stop 1 --check-jacobian
// CHECK: 0 wrong
// VALUE: %t.csv a(0) = 0.6 +- 1e-12
// VALUE: %t.csv b(0) = 0.2 +- 1e-12
// The same with other parameters, without translating again.
// RUN: causeway simulate %s -o %t2.csv --stop 1 -p p=1
// VALUE: %t2.csv a(0) = 1 +- 1e-12
// VALUE: %t2.csv b(0) = 0 +- 1e-12
model Formula
  parameter Real p = 2;
  Real a, b, c, d, x(start = 1, fixed = true);
equation
  a + p*b = x;
  p*a - b = 1;
  c*time + d = a + 1;
  c - d*(1 + time) = b;
  der(x) = -a;
end Formula;
