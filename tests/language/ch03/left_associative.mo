// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-6
// FINAL: y = 1 +- 1e-6
model M
  Real x = 16 / 4 / 2;
  Real y = 5 - 3 - 1;
end M;
