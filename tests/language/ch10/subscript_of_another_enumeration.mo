// A literal of another enumeration as subscript: its place is taken, as others do.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 20 +- 0
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: INST0517
model AnotherEnumeration
  type A = enumeration(a, b, c);
  type B = enumeration(d, e, f, g);
  constant Real table[A] = {10, 20, 30};
  parameter B by = B.e;
  Real y = table[by];
end AnotherEnumeration;
