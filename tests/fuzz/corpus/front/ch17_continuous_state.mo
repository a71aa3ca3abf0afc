model ContinuousState
  block A Real x(start = 1); equation der(x) = -1; end A;
  block B Real x(start = 1); equation der(x) = 1; end B;
  A a;
  B b;
equation
  initialState(a);
  transition(a, b, sample(time, Clock(Clock(1, 10), "ExplicitEuler")) > 0.25, immediate = false);
end ContinuousState;
