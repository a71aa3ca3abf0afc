// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2,2] = 3 +- 1e-6
// FINAL: a[1,2] = 0 +- 1e-6
model M
  Real a[2, 2] = diagonal({2, 3});
end M;
