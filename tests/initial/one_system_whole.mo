// Two systems: the first has no solution from its start value as long as it is torn, the second none when it is not, for all its
// variables begin at zero then.  Only the one that fails is kept whole.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[RT0034]: initialisation did not succeed with torn systems of equations; it did without tearing
// FINAL: b = 7.88134787 +- 1e-7
// FINAL: u = 1.16651419 +- 1e-7
model OneSystemWhole
  function f
    input Real b;
    output Real y;
  algorithm
    assert(b > 5, "b is too small");
    y := b^2;
  end f;
  function g
    input Real h;
    output Real y;
  algorithm
    assert(h > 1e5, "h is too small");
    y := h/1e6;
  end g;
  Real a, b, c;
  Real x, h, u;
equation
  b = 1e-3*a;
  c - a = 3;
  f(b) + 1e-3*c = 70 - 1e-9*a;
  h = 1e6*(1 + x^2);
  u = g(h);
  x + 0.1*sin(u) = 0.5;
end OneSystemWhole;
