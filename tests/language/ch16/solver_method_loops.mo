// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: coarse.midPoint = -2.713e-3 +- 1e-6
// FINAL: fine.midPoint = -6.667e-4 +- 1e-6
// FINAL: coarse.rungeKutta = 8.156e-7 +- 1e-9
// FINAL: fine.rungeKutta = 4.894e-8 +- 1e-10
// FINAL: coarse.trapezoid = 1.4443e-3 +- 1e-6
// FINAL: fine.trapezoid = 3.613e-4 +- 1e-6
// FINAL: fine.outside = 0 +- 1e-5
// Several states, a nonlinear loop between them and time inside the partition: half the step, a quarter (a sixteenth) of the error.
// The solution is x = cos(time), v = -sin(time).
model SolverMethodLoops
  model Oscillator
    parameter String method;
    parameter Integer n;
    Real x(start = 1), v(start = 0), f, g;
    Real error = x - cos(time);
  equation
    when Clock(Clock(1, n), method) then
      der(x) = v;
      f + f^3 = g;
      g - x^3 = x + 0.5*(sin(time) + v);
      der(v) = -f;
    end when;
  end Oscillator;
  model Errors
    parameter Integer n;
    Oscillator a(method = "ExplicitMidPoint2", n = n), b(method = "ExplicitRungeKutta4", n = n);
    Oscillator c(method = "ImplicitTrapezoid", n = n), d(method = "External", n = n);
    Real midPoint = hold(a.error), rungeKutta = hold(b.error), trapezoid = hold(c.error), outside = hold(d.error);
  end Errors;
  Errors coarse(n = 10), fine(n = 20);
end SolverMethodLoops;
