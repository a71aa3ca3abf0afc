// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 1 +- 1e-6
// FINAL: b = 2 +- 1e-6
// FINAL: c[2] = 4 +- 1e-6
model M
  Real a = 1, b = 2, c[2] = {3, 4};
end M;
