// RUN: causeway simulate %s -o %t.csv
// FINAL: a[3] = 3 +- 1e-6
// FINAL: n = 3 +- 1e-6
model M
  Real a[3] = 1:3;
  Integer n = size(1:3, 1);
end M;
