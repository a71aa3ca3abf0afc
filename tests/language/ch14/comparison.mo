// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: n = 3 +- 0
operator record V
  Real x;
  encapsulated operator '=='
    function equal import V; input V a; input V b; output Boolean r; algorithm r := abs(a.x - b.x) < 0.1; end equal;
  end '==';
  encapsulated operator '<'
    function less import V; input V a; input V b; output Boolean r; algorithm r := a.x < b.x; end less;
  end '<';
end V;
model Comparison
  Integer n = (if V(1) == V(1.05) then 1 else 0) + (if V(1) < V(2) then 2 else 0);
end Comparison;
