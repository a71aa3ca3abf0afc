// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2,1] = 6 +- 1e-6
// FINAL: b[3] = 1 +- 1e-6
// FINAL: c[1,2] = -3 +- 1e-6
model M
  Real a[2, 2] = outerProduct({2, 3}, {2, 1});
  Real b[3] = cross({1, 0, 0}, {0, 1, 0});
  Real c[3, 3] = skew({1, 2, 3});
end M;
