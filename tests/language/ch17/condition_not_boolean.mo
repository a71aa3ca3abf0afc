// RUN: causeway check %s
// EXIT: 2
// CHECK: argument
model ConditionNotBoolean
  block S end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, 1);
end ConditionNotBoolean;
