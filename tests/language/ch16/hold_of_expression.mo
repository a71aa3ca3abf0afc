// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0550]: the argument of hold must be a variable
// Before the first tick its start value is needed (16.5.1).
model HoldOfExpression
  Real a = sample(time, Clock(1, 10));
  Real b = hold(2*a);
end HoldOfExpression;
