// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: the resolution of a clock must be known during translation and positive (MLS 16.3)
model ResolutionZero
  Real a = sample(time, Clock(1, 0));
end ResolutionZero;
