// RUN: causeway simulate %s -o %t.csv --stop 0.3
// VALUE: %t.csv hy(0.05) = 3 +- 1e-9
// VALUE: %t.csv hx(0.05) = 0.5 +- 1e-9
// VALUE: %t.csv hq(0.05) = 0.5 +- 1e-9
// VALUE: %t.csv hz(0.05) = 2 +- 1e-9
// VALUE: %t.csv hx(0.15) = 0.55454545 +- 1e-8
// VALUE: %t.csv hs(0.05) = 0 +- 1e-9
// VALUE: %t.csv hs(0.3) = 4 +- 1e-9
// Initial equations of a discretised partition hold at its first tick, with the inputs it has there (16.8.2); states that they do
// not determine have their start values.
model InitialEquationsOfSolver
  Real r = sample(1 + time, Clock(Clock(1, 10), "ImplicitEuler"));
  Real x(start = 5), y, z(start = 2), q(start = 0);
  Real hx = hold(x), hy = hold(y), hz = hold(z), hq = hold(q);
  Real p = sample(10*time, Clock(shiftSample(Clock(1, 10), 2), "ExplicitRungeKutta4")), s, v, hs = hold(s);
initial equation
  y = 3;
  der(q) = 0;
  v = p + 2;
equation
  der(x) = r - x;
  y = 2*(x + r);
  der(z) = -z*r;
  der(q) = x - q;
  v = if p < 2.5 then s else s + 1;
  der(s) = 0*p;
end InitialEquationsOfSolver;
