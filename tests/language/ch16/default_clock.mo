// RUN: causeway simulate %s -o %t.csv --stop 2.5
// CHECK: warning[FLAT0135]: no clock is given for this partition: Clock(1.0) is used
// FINAL: y = 3 +- 1e-12
// A partition without clock gets Clock(1.0) (16.7.5).
model DefaultClock
  Real x(start = 0) = previous(x) + 1;
  Real y = hold(x);
end DefaultClock;
