// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0644]: transition belongs in an equation section
model TransitionUnderCondition
  block S end S;
  S a, b;
equation
  initialState(a);
  if time > 1 then
    transition(a, b, true);
  end if;
end TransitionUnderCondition;
