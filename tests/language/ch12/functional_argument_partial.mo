// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
model M
  partial function F input Real u; output Real y; end F;
  function apply input F f; input Real u; output Real y; algorithm y := f(u); end apply;
  function scale input Real k; input Real u; output Real y; algorithm y := k * u; end scale;
  Real x = apply(function scale(k = 3), 2);
end M;
