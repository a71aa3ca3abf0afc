// RUN: causeway simulate %s -o %t.csv --stop 2
// VALUE: %t.csv y(0.4) = 0 +- 1e-9
// VALUE: %t.csv y(0.6) = 1 +- 1e-9
// VALUE: %t.csv y(1.6) = 2 +- 1e-9
// shiftSample(u, 1, 2): half an interval later.
model ShiftSample
  Real u(start = 0) = previous(u) + 1;
  Real s = shiftSample(u, 1, 2);
  Real y = hold(s);
  Real t = sample(time, Clock(1.0)) + u;
end ShiftSample;
