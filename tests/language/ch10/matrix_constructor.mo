// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2,1] = 3 +- 1e-6
// FINAL: b[1,3] = 5 +- 1e-6
model M
  Real a[2, 2] = [1, 2; 3, 4];
  Real b[2, 3] = [a, {5, 6}];
end M;
