// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a[3] = 1 +- 1e-6
// FINAL: b[2,2] = 1 +- 1e-6
// FINAL: c[2] = 5 +- 1e-6
// FINAL: d = 6 +- 1e-6
// FINAL: e[1] = 2 +- 1e-6
// FINAL: f[2,1] = 3 +- 1e-6
// FINAL: g[3,2] = 1 +- 1e-6
model M
  Real a[3] = cross({1, 0, 0}, {0, 1, 0});
  Real b[2, 2] = identity(2);
  Real c[3] = linspace(0, 10, 3);
  Real d = product({1, 2, 3});
  Real e[2] = diagonal({2, 3})*{1, 1};
  Real f[2, 2] = symmetric([1, 3; 0, 2]);
  Real g[3, 3] = skew({1, 2, 3});
end M;
