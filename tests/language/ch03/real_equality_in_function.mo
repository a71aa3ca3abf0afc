// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 1 +- 1e-6
model M
  function same input Real a; input Real b; output Real y; algorithm y := if a == b then 1 else 0; end same;
  Real y = same(2.0, 2.0);
end M;
