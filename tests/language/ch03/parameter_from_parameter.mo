// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 4 +- 1e-6
model M
  parameter Real a = 2;
  parameter Real b = a * a;
  Real x = b;
end M;
