// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  Real x;
equation
  2 * x - 1 = x + 2;
end M;
