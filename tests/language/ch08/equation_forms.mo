// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-6
// FINAL: y = 3 +- 1e-6
model M
  Real x, y;
equation
  x + y = 5;
  y - x = 1;
end M;
