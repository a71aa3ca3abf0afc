// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: n = 6 +- 0
operator record T "three values"
  Integer v;
  encapsulated operator 'and' function f import T; input T a; input T b; output T r(v = min(a.v, b.v)); algorithm end f; end 'and';
  encapsulated operator 'or' function f import T; input T a; input T b; output T r(v = max(a.v, b.v)); algorithm end f; end 'or';
  encapsulated operator 'not' function f import T; input T a; output T r(v = 2 - a.v); algorithm end f; end 'not';
end T;
model LogicalOperators
  T a = T(2) and T(1);
  T b = T(0) or T(2);
  T c = not T(1);
  Integer n = 1*a.v + 2*b.v + c.v;
end LogicalOperators;
