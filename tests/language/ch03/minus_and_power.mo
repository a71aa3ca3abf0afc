// RUN: causeway simulate %s -o %t.csv
// FINAL: x = -4 +- 1e-6
// FINAL: y = 4 +- 1e-6
// FINAL: z = 0.25 +- 1e-6
model M
  Real x = -2 ^ 2;
  Real y = (-2) ^ 2;
  Real z = 2 ^ (-2);
end M;
