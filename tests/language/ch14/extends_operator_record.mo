// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 3 +- 1e-12
// A short class with modifications of attributes keeps the operators.
operator record P
  Real x;
  encapsulated operator '+' function f import P; input P a; input P b; output P r(x = a.x + b.x); algorithm end f; end '+';
end P;
model ExtendsOperatorRecord
  operator record Q = P(x(unit = "m"));
  Q a = Q(1), b = Q(2);
  P c = a + b;
  Real y = c.x;
end ExtendsOperatorRecord;
