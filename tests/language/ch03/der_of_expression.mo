// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 2 +- 1e-6
model M
  Real x = time ^ 2;
  Real y = der(x);
end M;
