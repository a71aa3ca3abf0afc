// RUN: causeway simulate %s -o %t.csv --stop 1 --interval 0.1
// VALUE: %t.csv a.x(0.35) = 0.7 +- 1e-9
// VALUE: %t.csv a.x(0.65) = 0.7 +- 1e-9
// VALUE: %t.csv b.x(0.35) = 1 +- 1e-9
// VALUE: %t.csv b.x(0.95) = 1.5 +- 1e-9
// Continuous equations discretised by the clock's method advance while their state is active.
model ContinuousState
  block A Real x(start = 1); equation der(x) = -1; end A;
  block B Real x(start = 1); equation der(x) = 1; end B;
  A a;
  B b;
equation
  initialState(a);
  transition(a, b, sample(time, Clock(Clock(1, 10), "ExplicitEuler")) > 0.25, immediate = false);
end ContinuousState;
