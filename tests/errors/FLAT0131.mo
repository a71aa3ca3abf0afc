// RUN: causeway check %s
// EXIT: 0
// CHECK: warning[FLAT0131]: solver method 'Rosenbrock9' of a clock is not known: 'External' is used (MLS 16.8.2)
model M
  Clock c = Clock(Clock(0.1), solverMethod = "Rosenbrock9");
  Real x(start = 0, fixed = true);
  Real u = sample(time, c);
equation
  der(x) = u;
end M;
