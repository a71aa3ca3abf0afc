// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 4 +- 1e-6
model M
  Real x = 2 * y;
  Real y = 2;
end M;
