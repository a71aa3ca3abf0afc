// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  parameter String s = String(3.14159265, significantDigits = 3);
  Integer n = if s == "3.14" then 1 else 0;
end M;
