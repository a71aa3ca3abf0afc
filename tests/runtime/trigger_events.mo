// A comparator with positive feedback has three solutions between its thresholds.  homotopy() says at which limit it starts;
// at a threshold the limit and the branch between both end, and the solution jumps to the other limit (a triangle oscillator).
// RUN: causeway simulate %s -o %t.csv --stop 2
// VALUE: %t.csv v(0) = -1 +- 1e-9
// VALUE: %t.csv c(0.4) = -0.4 +- 1e-6
// VALUE: %t.csv v(0.6) = 1 +- 1e-9
// FINAL: c = -0.04 +- 1e-6
model TriangleOscillator
  Real c(start = 0, fixed = true);
  Real v;
equation
  v = homotopy(smooth(0, if 100*(0.5*v - c) > 1 then 1 elseif 100*(0.5*v - c) < -1 then -1 else 100*(0.5*v - c)), -1);
  der(c) = v;
end TriangleOscillator;
