// RUN: causeway simulate %s -o %t.csv --stop 0.55
// FINAL: z = 32 +- 1e-9
// FINAL: y = 17.6 +- 1e-9
// What a when in an algorithm gives is constant between events: der(y) differentiates y = b*time, not the algorithm.
model DerivativeOverWhenAlgorithm
  function two
    input Real x;
    output Real a;
    output Real b;
  algorithm
    a := 2*x;
    b := x;
  end two;
  discrete Real b(start = 1, fixed = true), r(start = 0, fixed = true);
  Real y, z;
algorithm
  when sample(0.1, 0.1) then
    (b, r) := two(b);
  end when;
equation
  y = b*time;
  z = der(y);
end DerivativeOverWhenAlgorithm;
