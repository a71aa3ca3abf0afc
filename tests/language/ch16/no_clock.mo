// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv z(0.55) = 0.5 +- 1e-9
// VALUE: %t.csv z(0.75) = 0.5 +- 1e-9
model NoClock
  Real slow = sample(time, Clock(1, 2));
  Real fast = sample(time, Clock(1, 10));
  Real y = noClock(slow) + (if fast > 100 then 1 else 0);
  Real z = hold(y);
end NoClock;
