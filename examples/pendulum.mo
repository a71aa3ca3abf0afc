// A pendulum in Cartesian coordinates: index 3.  The constraint holds at every point, the energy stays, and the period
// is that of the elliptic integral, 2.05925160957556 s.
// RUN: causeway explain %s
// CHECK: states 2
// RUN: causeway simulate %s -o %t.csv
// ALWAYS: abs({x}**2 + {y}**2 - 1) < 1e-9
// ALWAYS: abs(({vx}**2 + {vy}**2)/2 + 9.81*{y} + 7.848) < 1e-4
// VALUE: %t.csv x(2.0592516) = 0.6 +- 1e-4
model Pendulum "x^2 + y^2 = L^2"
  parameter Real L(unit = "m") = 1 "Length";
  parameter Real m(unit = "kg") = 1 "Mass";
  parameter Real g(unit = "m/s2") = 9.81;
  Real x(unit = "m", start = 0.6, fixed = true) "To the right";
  Real y(unit = "m", start = -0.8) "Upwards";
  Real vx(unit = "m/s", start = 0, fixed = true);
  Real vy(unit = "m/s");
  Real F(unit = "N") "Force in the rod";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime=10, Interval=0.01, Tolerance=1e-8));
end Pendulum;
