// RUN: causeway simulate %s -o %t.csv
// CHECK: StartInside: 0 to 1 s
// CHECK: warning[RT0034]: initialisation did not succeed with torn systems of equations; it did without tearing
// FINAL: b = 7.88134787 +- 1e-7
model StartInside "iterated over a, which begins at zero: the function cannot be evaluated"
  function f
    input Real b;
    output Real y;
  algorithm
    assert(b > 5, "b is too small");
    y := b^2;
  end f;
  Real a, b, c;
equation
  b = 1e-3*a;
  c - a = 3;
  f(b) + 1e-3*c = 70 - 1e-9*a;
end StartInside;
