// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
model M
  parameter Real p(fixed = false);
  Real x(start = 3, fixed = true);
initial equation
  p = 2 * x;
equation
  der(x) = p - 3;
end M;
