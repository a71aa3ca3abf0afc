// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a[1] = 2 +- 1e-6
// FINAL: b[2] = 6 +- 1e-6
// FINAL: c = 9 +- 1e-6
// FINAL: d[2] = 3 +- 1e-6
model M
  Real A[3, 3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  Real a[2] = A[1, 2:3];
  Real b[2] = A[{1, 2}, 3];
  Real c = A[end, end];
  Real d[2] = A[1, {1, 3}];
end M;
