// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 5 +- 1e-6
// FINAL: b[1] = 4 +- 1e-6
// FINAL: c[2,1] = 8 +- 1e-6
model M
  Real m[3, 3] = [1, 2, 3; 4, 5, 6; 7, 8, 9];
  Real a[3] = m[:, 2];
  Real b[2] = m[2, 1:2];
  Real c[2, 2] = m[{1, 3}, 2:3];
end M;
