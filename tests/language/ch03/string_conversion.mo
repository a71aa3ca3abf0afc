// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: n = 1 +- 1e-6
model M
  parameter String s = String(1.23456789, significantDigits = 3) + "|" + String(7, minimumLength = 3, leftJustified = false) + "|" + String(true);
  Real n = if s == "1.23|  7|true" then 1 else 0;
end M;
