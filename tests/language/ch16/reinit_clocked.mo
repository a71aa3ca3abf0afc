// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y[1](0.75) = 1 +- 1e-9
// VALUE: %t.csv y[1](0.85) = 0.9 +- 1e-9
// VALUE: %t.csv y[2](0.85) = 0.905 +- 1e-9
// VALUE: %t.csv y[3](0.85) = 0.9048375 +- 1e-9
// VALUE: %t.csv y[4](0.75) = 0.5131581 +- 1e-7
// VALUE: %t.csv y[4](0.85) = 1 +- 1e-9
// VALUE: %t.csv y[4](0.95) = 0.90909091 +- 1e-8
// VALUE: %t.csv y[5](0.85) = 0.9047619 +- 1e-7
// VALUE: %t.csv y[6](0.85) = 0.9048374 +- 1e-5
// ALWAYS: 0.5 <= {z} <= 1
// VALUE: %t.csv z(0.05) = 1 +- 1e-9
// reinit in a discretised partition: the new value counts at this tick, also for the derivative with which the next step begins.
model ReinitClocked
  model Part
    parameter String method;
    Real x(start = 1);
  equation
    when Clock(Clock(1, 10), method) then
      der(x) = -x;
    end when;
    when x < 0.5 then
      reinit(x, 1);
    end when;
  end Part;
  model Nonlinear
    Real x(start = 1), w;
  equation
    when Clock(Clock(1, 10), "ImplicitTrapezoid") then
      w^3 + w = 2*x;
      der(x) = -w;
    end when;
    when x < 0.5 then
      reinit(x, 1);
    end when;
  end Nonlinear;
  Nonlinear n;
  Real z = hold(n.x);
  Part a(method = "ExplicitEuler"), b(method = "ExplicitMidPoint2"), c(method = "ExplicitRungeKutta4");
  Part d(method = "ImplicitEuler"), e(method = "ImplicitTrapezoid"), f(method = "External");
  Real y[6] = {hold(a.x), hold(b.x), hold(c.x), hold(d.x), hold(e.x), hold(f.x)};
end ReinitClocked;
