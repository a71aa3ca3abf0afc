// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  function f input Real u; input Real v; output Real y; algorithm y := u - v; end f;
  Real x = f(v = 2, u = 3);
end M;
