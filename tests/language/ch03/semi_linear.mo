// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
// FINAL: y = -12 +- 1e-6
model M
  Real x = semiLinear(2, 3, 4);
  Real y = semiLinear(-3, 3, 4);
end M;
