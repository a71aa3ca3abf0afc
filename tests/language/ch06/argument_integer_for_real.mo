// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
model M
  function f input Real u; output Real y; algorithm y := 2 * u; end f;
  Real x = f(3);
end M;
