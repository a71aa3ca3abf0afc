// Systems of equations are solved to the last digits at every point that is seen: the assert would fail with a solution that is
// only as good as the integrator needs it.  The matrix turns with time, so that an old one is never right.
// RUN: causeway simulate %s -o %t.csv --stop 20 --tolerance 1e-6 --solver ida
// FINAL: error = 0 +- 1e-13
model LastDigits
  Real phi(start = 0, fixed = true);
  Real w(start = 1, fixed = true);
  Real x(start = 1), y "the solution of a linear system";
  Real u(start = 0.5), v(start = 0.5) "the solution of a nonlinear one";
  Real error = max(max(abs(x - cos(phi)), abs(y + sin(phi))), abs(u^3 + u - 2 - sin(phi)));
  Boolean high = sin(phi) > 0.3;
equation
  der(phi) = w;
  der(w) = 0.3*x + 0.1*u - w + 1 - 0.1*y;
  cos(phi)*x - sin(phi)*y = 1;
  sin(phi)*x + cos(phi)*y = 0;
  u + v = 2 + sin(phi);
  v = u^3;
  assert(error < 1e-13, "not solved to the last digits: " + String(error));
end LastDigits;
