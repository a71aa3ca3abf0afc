// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 0 +- 1e-6
// FINAL: s = 0 +- 1e-6
model M
  Real a[0];
  Integer n = size(a, 1);
  Real s = sum(a);
end M;
