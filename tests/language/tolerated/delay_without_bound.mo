// A delay time that varies without a parameter as its bound: all that was before is kept.
// RUN: causeway simulate %s -o %t.csv --stop 5
// CHECK: warning[INST0553]: delayMax of delay must be a parameter expression
// FINAL: y = 3.4 +- 1e-6
// FINAL: z = 2.5 +- 1e-6
model M
  Real bound = 2 + 0*time, d = 1 + time/8.333333333333334;
  Real y = delay(time, d, bound);
  Real z = delay(time, time/2);
end M;
