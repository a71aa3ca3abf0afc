// A warning that is printed before the run does not keep the message of an attempt that came to nothing.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[FLAT0120]
// CHECK-NOT: error
// CHECK: warning[RT0034]
// FINAL: b = 7.88134787 +- 1e-7
model WarnedAndRetried
  function f
    input Real b;
    output Real y;
  algorithm
    assert(b > 5, "b is too small");
    y := b^2;
  end f;
  Real length(unit = "m") = 1, wrong(unit = "s") = length;
  Real a, b, c;
equation
  b = 1e-3*a;
  c - a = 3;
  f(b) + 1e-3*c = 70 - 1e-9*a;
end WarnedAndRetried;
