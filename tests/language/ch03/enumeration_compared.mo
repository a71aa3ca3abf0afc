// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  type E = enumeration(a, b, c);
  parameter E e = E.b;
  Real x = if e > E.a and e <> E.c then 1 else 0;
end M;
