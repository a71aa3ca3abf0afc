// RUN: causeway simulate %s -o %t.csv
// FINAL: x[2] = 5 +- 1e-6
// FINAL: y = 6 +- 1e-6
model M
  type E = enumeration(a, b, c);
  Real x[E] = {4, 5, 6};
  Real y = x[E.c];
end M;
