// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
model M
  function f input Real u; input Real k = 2; output Real y; algorithm y := k * u; end f;
  function g = f(k = 3);
  Real x = g(2);
end M;
