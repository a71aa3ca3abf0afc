// The slope of x/x is zero when it is simplified, but the equation cannot be solved by collecting terms.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[RT0032]
// FINAL: x = 1 +- 1e-9
model M
  Real x(start = 1), y(start = 1);
equation
  x = x/x;
  y = homotopy(2.4, x)*y;
end M;
