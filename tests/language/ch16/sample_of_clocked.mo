// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0136]: the argument of sample is clocked; it must be of continuous time (MLS 16.5.1)
model SampleOfClocked
  Real a = sample(time, Clock(1, 10));
  Real b = sample(a);
end SampleOfClocked;
