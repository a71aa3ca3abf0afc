// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 6 +- 1e-6
model M
  parameter Integer i = 10;
  Real y = sum(i for i in 1:3);
end M;
