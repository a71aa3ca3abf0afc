// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: x = 1.2599210499 +- 1e-6
model Inverse
  function f input Real x; output Real y; algorithm y := x^3; annotation(inverse(x = g(y)), Inline = false); end f;
  function g input Real y; output Real x; algorithm x := y^(1/3); annotation(inverse(y = f(x)), Inline = false); end g;
  Real x(start = 0.5);
equation
  f(x) = 1 + time;
end Inverse;
