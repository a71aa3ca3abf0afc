// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0550]: the argument of backSample must be a variable
model BackSampleOfExpression
  Real a = sample(time, shiftSample(Clock(1, 10), 3));
  Real b = backSample(2*a, 1);
end BackSampleOfExpression;
