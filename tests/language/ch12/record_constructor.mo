// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a.b = 6 +- 1e-6
// FINAL: c[2].a = 2 +- 1e-6
model M
  record R Real a = 1; Real b = 2*a; end R;
  parameter R a = R(a = 3);
  parameter R c[2] = {R(1, 1), R(2, 2)};
  Real x = a.b;
end M;
