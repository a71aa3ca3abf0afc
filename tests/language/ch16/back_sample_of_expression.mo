// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0550]: the argument of backSample must be a variable
// Others take a variable of its own for it, which is zero before the first tick.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0550]: the argument of backSample must be a variable
// VALUE: %t.csv b(0.25) = 0 +- 1e-12
// VALUE: %t.csv b(0.35) = 0.6 +- 1e-9
model BackSampleOfExpression
  Real a = sample(time, shiftSample(Clock(1, 10), 3));
  Real b = backSample(2*a, 1);
end BackSampleOfExpression;
