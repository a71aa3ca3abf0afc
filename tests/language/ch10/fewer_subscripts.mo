// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 4 +- 1e-6
model M
  Real m[2, 2] = [1, 2; 3, 4];
  Real a[2] = m[2];
end M;
