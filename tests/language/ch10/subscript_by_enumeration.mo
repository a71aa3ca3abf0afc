// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 2 +- 1e-6
// FINAL: z = 4 +- 1e-6
model M
  type E = enumeration(a, b);
  Real x[E] = {1, 2};
  Real w[Boolean] = {3, 4};
  Real y = x[E.b];
  Real z = w[true];
end M;
