// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: x[2] = 2 +- 1e-6
// FINAL: y = 3 +- 1e-6
model M
  function f input Real u; output Real y; algorithm y := u; end f;
  parameter Integer i[2] = {1, 2};
  Real x[2] = i;
  Real y = f(3);
end M;
