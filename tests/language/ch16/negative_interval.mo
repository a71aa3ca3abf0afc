// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0133]: the interval of a clock must be positive
model NegativeInterval
  Real u = sample(time, Clock(-0.5));
  Real y = hold(u);
end NegativeInterval;
