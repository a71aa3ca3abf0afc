// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: s = 6 +- 1e-6
// FINAL: t[2] = 2 +- 1e-6
model M
  model A parameter Real k = 1; Real y = k; end A;
  A a[3](k = {1, 2, 3});
  Real s = sum(a.y);
  Real t[2] = a[1:2].y;
end M;
