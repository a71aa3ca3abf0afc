// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: midPoint = 0.5 +- 1e-9
// FINAL: rungeKutta = 0.5 +- 1e-9
// FINAL: trapezoid = 0.5 +- 1e-9
// FINAL: euler = 0.45 +- 1e-9
// FINAL: steps = 4.5 +- 1e-9
// FINAL: outside = 0.5 +- 1e-6
// Continuous inputs are interpolated between ticks, discrete ones keep their value until the end of the step (16.8.2).
model SolverMethodInputs
  model Integral
    parameter String method;
    Real x(start = 0), u;
  equation
    der(x) = u;
  end Integral;
  Clock c = Clock(1, 10);
  Integral a(method = "ExplicitMidPoint2", u = sample(time, Clock(c, "ExplicitMidPoint2")));
  Integral b(method = "ExplicitRungeKutta4", u = sample(time, Clock(Clock(1, 10), "ExplicitRungeKutta4")));
  Integral t(method = "ImplicitTrapezoid", u = sample(time, Clock(Clock(1, 10), "ImplicitTrapezoid")));
  Integral e(method = "ExplicitEuler", u = sample(time, Clock(Clock(1, 10), "ExplicitEuler")));
  Integral x(method = "External", u = sample(time, Clock(Clock(1, 10), "External")));
  Integral d(method = "ExplicitMidPoint2", u = previous(n) + 1);
  Real n(start = -1) = previous(n) + sample(1.0, Clock(Clock(1, 10), "ExplicitMidPoint2"));
  Real midPoint = hold(a.x), rungeKutta = hold(b.x), trapezoid = hold(t.x), euler = hold(e.x), outside = hold(x.x), steps = hold(d.x);
end SolverMethodInputs;
