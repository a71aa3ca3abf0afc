// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 11 +- 1e-6
// FINAL: b[1] = 7 +- 1e-6
model M
  Real a[2] = [1, 2; 3, 4] * {1, 2};
  Real b[2] = {1, 2} * [1, 2; 3, 4];
end M;
