// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 1 +- 1e-6
model M
  Real a[3] = sin({0, 1.5707963267948966, 0});
end M;
