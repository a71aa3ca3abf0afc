// Arrays over enumerations and Booleans.
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 3 +- 0
// FINAL: s = 6 +- 0
// FINAL: n = 1 +- 0
model EnumerationSubscripts
  type E = enumeration(a, b, c);
  Real x[E] = {1, 2, 3};
  E e = if time < 0.5 then E.a else E.c;
  Real y = x[e];
  Real s = sum(x[i] for i in E);
  Boolean bb[Boolean] = {true, false};
  Integer n = if bb[false] then 1 else 0;
end EnumerationSubscripts;
