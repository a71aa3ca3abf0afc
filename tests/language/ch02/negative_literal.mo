// RUN: causeway simulate %s -o %t.csv
// FINAL: x = -3 +- 1e-6
// FINAL: y = -8 +- 1e-6
model M
  Real x = -3;
  Real y = -2 ^ 3;
end M;
