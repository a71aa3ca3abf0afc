// A relation that changes twice within one step of the integrator is noticed at the output points between.
// RUN: causeway simulate %s -o %t.csv --stop 6
// FINAL: n = 6 +- 0.1
// FINAL: x = 0 +- 1e-3
model ShortPulses
  Real x(start = 1, fixed = true);
  discrete Integer n(start = 0, fixed = true);
  Boolean high = sin(6.283185307*time) > 0.95;
equation
  der(x) = -10*x;
  when high then
    n = pre(n) + 1;
  end when;
end ShortPulses;
