// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  parameter Integer n = 3;
  Real x = n;
end M;
