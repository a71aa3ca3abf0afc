// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
// FINAL: X = 2 +- 1e-6
model M
  Real x = 1;
  Real X = 2;
end M;
