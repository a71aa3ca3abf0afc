// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2,1] = 2 +- 1e-6
model M
  Real a[2, 2] = transpose([1, 2; 3, 4]);
end M;
