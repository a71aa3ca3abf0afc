// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 0.5 +- 1e-6
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x + y) = 1;
  der(x - y) = 0;
end M;
