// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: T = 0.25 +- 1e-12
// FINAL: x = 5 +- 1e-9
model Interval
  Real y(start = 0) = previous(y) + interval(y)*4;
  Real t = sample(time, Clock(0.25)) + y;
  Real i = interval(y);
  Real T = hold(i);
  Real x = hold(y);
end Interval;
