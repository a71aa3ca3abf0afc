// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: A[2,3] = 6 +- 1e-6
// FINAL: n = 6 +- 1e-6
// FINAL: v[4] = 4 +- 1e-6
model M
  Real A[2, 3] = [1, 2, 3; 4, 5, 6];
  Real B[2, 4] = [A, {7, 8}];
  Real v[4] = cat(1, {1, 2}, {3, 4});
  Real n = B[1, 4] - 1;
end M;
