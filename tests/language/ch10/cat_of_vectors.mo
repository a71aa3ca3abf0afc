// RUN: causeway simulate %s -o %t.csv
// FINAL: a[3] = 3 +- 1e-6
// FINAL: b[2,1] = 3 +- 1e-6
model M
  Real a[3] = cat(1, {1, 2}, {3});
  Real b[2, 2] = cat(1, [1, 2], [3, 4]);
end M;
