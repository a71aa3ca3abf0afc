// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: i = 2 +- 1e-6
// FINAL: j = 1 +- 1e-6
// FINAL: k = 3 +- 1e-6
model M
  type E = enumeration(one, two, three);
  Integer i = Integer(E.two);
  Integer j = if E.one < E.two then 1 else 0;
  Integer k = Integer(E(3));
end M;
