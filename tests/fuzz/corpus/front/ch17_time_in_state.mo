model TimeInState
  block S parameter Integer value; outer output Integer v; equation v = value; end S;
  inner Integer v(start = 0);
  S a(value = 1), b(value = 2);
  Real t = sample(time, Clock(1, 10));
equation
  initialState(a);
  transition(a, b, timeInState() > 0.35 and t > 0, immediate = false);
end TimeInState;
