// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 1e-6
model M
  Real a[2, 3] = ones(2, 3);
  Integer n = ndims(a);
end M;
