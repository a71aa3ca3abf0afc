// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 1e-6
// FINAL: m = 3 +- 1e-6
// FINAL: k[2] = 3 +- 1e-6
model M
  Real a[2, 3] = ones(2, 3);
  Integer n = size(a, 1);
  Integer m = size(a, 2);
  Integer k[2] = size(a);
end M;
