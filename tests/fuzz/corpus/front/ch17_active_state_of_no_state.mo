model ActiveStateOfNoState
  block S end S;
  S a, b;
  Boolean x = activeState(b);
equation
  initialState(a);
end ActiveStateOfNoState;
