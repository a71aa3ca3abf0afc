// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
model M
  function f input Real u; input Real v = 2 * u; output Real y; algorithm y := u + v; end f;
  Real x = f(2);
end M;
