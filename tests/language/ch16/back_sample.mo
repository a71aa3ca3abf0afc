// RUN: causeway simulate %s -o %t.csv --stop 3
// VALUE: %t.csv y(0.2) = 5 +- 1e-9
// VALUE: %t.csv y(1.2) = 1 +- 1e-9
// VALUE: %t.csv y(2.2) = 2 +- 1e-9
// backSample undoes a shift; its first values are start values.
model BackSample
  Real u(start = 5) = previous(u) + (if firstTick(u) then -4 else 1);
  Real t = sample(time, shiftSample(Clock(1.0), 1)) + u;
  Real b(start = 5) = backSample(u, 1);
  Real y = hold(b);
end BackSample;
