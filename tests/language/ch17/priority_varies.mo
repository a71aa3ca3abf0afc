// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0594]: argument priority of transition must be a parameter expression
model PriorityVaries
  block S end S;
  S a, b;
  Integer n = integer(time);
equation
  initialState(a);
  transition(a, b, true, priority = n);
end PriorityVaries;
