model SamePriority
  block S end S;
  S a, b, c;
equation
  initialState(a);
  transition(a, b, true);
  transition(a, c, true);
end SamePriority;
