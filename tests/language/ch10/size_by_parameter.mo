// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 4 +- 1e-6
model M
  parameter Integer k = 4;
  Real a[k] = ones(k);
  Integer n = size(a, 1);
end M;
