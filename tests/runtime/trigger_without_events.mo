// The same comparator without events: a step that reaches behind the threshold is rejected, and what it found there on the other
// branch must not be where the next, shorter step begins.  Thresholds are -0.49 and 0.49.
// RUN: causeway simulate %s -o %t.csv --stop 1.5 --interval 0.001 --tolerance 1e-7
// VALUE: %t.csv v(0.67) = -1 +- 1e-9
// VALUE: %t.csv v(0.677) = 1 +- 1e-9
// FINAL: c = 0.34811 +- 1e-3
model Multivibrator
  Real c(start = 0, fixed = true);
  Real v;
equation
  v = homotopy(noEvent(if 100*(0.5*v - c) > 1 then 1 elseif 100*(0.5*v - c) < -1 then -1 else 100*(0.5*v - c)), -1);
  der(c) = v - c;
end Multivibrator;
