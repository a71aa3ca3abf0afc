// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a = 1 +- 1e-6
// FINAL: b = 4 +- 1e-6
model M
  function f input Real u; output Real p; output Real q; output Real r; algorithm p := u; q := 2*u; r := 4*u; end f;
  Real a, b;
equation
  (a, , b) = f(1);
end M;
