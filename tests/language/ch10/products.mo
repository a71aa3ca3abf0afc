// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a = 11 +- 1e-6
// FINAL: b[2] = 11 +- 1e-6
// FINAL: c[2,1] = 7 +- 1e-6
// FINAL: d[1,2] = 10 +- 1e-6
model M
  Real A[2, 2] = [1, 2; 3, 4];
  Real a = {1, 2}*{3, 4};
  Real b[2] = A*{1, 2};
  Real c[2, 1] = A*[1; 1];
  Real d[2, 2] = A^2;
end M;
