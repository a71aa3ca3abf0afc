// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK-NOT: warning
// FINAL: u = 2.8183677 +- 2e-2
// FINAL: v = 2.8183677 +- 1e-4
// FINAL: w = 2.8183677 +- 1e-4
// An inverse model in a clocked partition: the force that lets a body follow a path is found by differentiating the constraint twice,
// before derivatives are replaced by the method (16.8).  The path is filtered: y + 2*der(y) + der(der(y)) = r gives y = sin(time) + 2.
model SolverMethodIndex
  model Inverse
    parameter String method;
    Real r, y(start = 2), dy(start = 1), s, v, f;
  equation
    r = sample(2 + 2*cos(time), Clock(Clock(1, 100), method));
    der(y) = dy;
    der(dy) = r - y - 2*dy;
    s + s^3 = y + y^3;
    v = der(s);
    f = 0.1*der(v) + s;
  end Inverse;
  Inverse a(method = "ImplicitEuler"), b(method = "ExplicitRungeKutta4"), c(method = "External");
  Real u = hold(a.f), v = hold(b.f), w = hold(c.f);
end SolverMethodIndex;
