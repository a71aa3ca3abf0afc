// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 1e-6
model M
  type E = enumeration(a, b, c);
  parameter E e = E.b;
  Integer n = Integer(e);
end M;
