// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3.5 +- 1e-6
model M
  parameter Integer i = 1;
  Real x = i + 2.5;
end M;
