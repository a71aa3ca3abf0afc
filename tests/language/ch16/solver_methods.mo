// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: euler = 0.3486784401 +- 1e-9
// FINAL: midPoint = 0.3685409848 +- 1e-9
// FINAL: rungeKutta = 0.3678797744 +- 1e-9
// FINAL: implicitEuler = 0.3855432894 +- 1e-9
// FINAL: trapezoid = 0.3675725424 +- 1e-9
// FINAL: outside = 0.3678794412 +- 1e-5
// Each of the methods that have a name (16.8.2) on der(x) = -x with steps of 0.1: powers of its growth factor.
model SolverMethods
  model Decay
    parameter String method;
    Real x(start = 1);
  equation
    when Clock(Clock(1, 10), method) then
      der(x) = -x;
    end when;
  end Decay;
  Decay a(method = "ExplicitEuler"), b(method = "ExplicitMidPoint2"), c(method = "ExplicitRungeKutta4");
  Decay d(method = "ImplicitEuler"), e(method = "ImplicitTrapezoid"), f(method = "External");
  Real euler = hold(a.x), midPoint = hold(b.x), rungeKutta = hold(c.x);
  Real implicitEuler = hold(d.x), trapezoid = hold(e.x), outside = hold(f.x);
end SolverMethods;
