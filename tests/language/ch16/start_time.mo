// RUN: causeway simulate %s -o %t.csv --start 0.3 --stop 2
// VALUE: %t.csv x(0.4) = 0.3 +- 1e-9
// VALUE: %t.csv x(0.9) = 0.8 +- 1e-9
// VALUE: %t.csv y(0.6) = 0.5 +- 1e-9
// VALUE: %t.csv y(1.4) = 1.3 +- 1e-9
// Clocks start when the simulation starts, not at time 0 (16.3).
model StartTime
  Real a = sample(time, Clock(1, 2)), x = hold(a);
  Real b = sample(time, shiftSample(Clock(0.4), 1, 2)), y = hold(b);
end StartTime;
