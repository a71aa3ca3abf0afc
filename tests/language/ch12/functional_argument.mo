// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: x = 19 +- 1e-6
model M
  partial function F input Real u; output Real y; end F;
  function square extends F; input Real k = 1; algorithm y := k*u*u; end square;
  function apply input F f; input Real u; output Real y; algorithm y := f(u) + 1; end apply;
  parameter Real x = apply(function square(k = 2), 3);
end M;
