model PriorityZero
  block S end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, true, priority = 0);
end PriorityZero;
