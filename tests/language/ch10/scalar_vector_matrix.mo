// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 5 +- 1e-6
// FINAL: b[2] = 3 +- 1e-6
// FINAL: c[2,1] = 3 +- 1e-6
model M
  Real a = scalar({{5}});
  Real b[2] = vector([2; 3]);
  Real c[2, 1] = matrix({2, 3});
end M;
