// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1.5 +- 1e-6
// FINAL: n = 3 +- 1e-6
model M
  Real x = min(2, 1.5);
  Integer n = max(2, 3);
end M;
