// RUN: causeway simulate %s -o %t.csv
// FINAL: a[3] = 1 +- 1e-6
model M
  Real a[3] = 3:-1:1;
end M;
