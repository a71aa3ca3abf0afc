// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0144]: the priority of a transition must be at least 1, it is 0
model PriorityZero
  block S end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, true, priority = 0);
end PriorityZero;
