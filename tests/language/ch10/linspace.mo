// RUN: causeway simulate %s -o %t.csv
// FINAL: a[3] = 0.5 +- 1e-6
model M
  Real a[5] = linspace(0, 1, 5);
end M;
