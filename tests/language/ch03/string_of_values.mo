// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  parameter String s = String(3) + String(true) + String(2.5) + String(E.b);
  type E = enumeration(a, b);
  Integer n = if s == "3true2.5b" then 1 else 0;
end M;
