// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0.2) = 7 +- 1e-9
// VALUE: %t.csv y(0.7) = 0.5 +- 1e-9
// Before the first tick hold gives the start value (16.5.1).
model HoldBeforeFirstTick
  Real x(start = 7) = sample(time, shiftSample(Clock(0.5), 1));
  Real y = hold(x);
end HoldBeforeFirstTick;
