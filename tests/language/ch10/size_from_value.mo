// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: n = 3 +- 1e-6
// FINAL: y = 6 +- 1e-6
model M
  parameter Real x[:] = {1, 2, 3};
  Real n = size(x, 1);
  Real y = sum(x);
end M;
