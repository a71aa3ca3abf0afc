// The energy of a pendulum in Cartesian coordinates.
// RUN: causeway simulate %s -o %t.csv --stop 10
// FINAL: e = -7.8480000000000008 +- 0.001
model PendulumEnergy
  parameter Real L = 1;
  Real x(start = 0.6, fixed = true), y(start = -0.8), vx(start = 0, fixed = true), vy, T;
  Real e;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -T*x;
  der(vy) = -T*y - 9.81;
  x^2 + y^2 = L^2;
  e = 0.5*(vx^2 + vy^2) + 9.81*y;
end PendulumEnergy;
