// A pendulum that starts horizontally, nothing in force: the start values of y and vy are taken, because the constraints determine x and vx
// there, not the other way round.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-9
// CHECK: start values taken, for too few conditions are given: vy, y
// CHECK-NOT: warning
// VALUE: %t.csv x(0) = 1 +- 1e-12
// VALUE: %t.csv F(0) = 0 +- 1e-9
// By the angle: phi'' = 9.81*cos(phi) from phi = 0, at 1 s
// FINAL: x = -0.98629175 +- 1e-5
model Horizontal
  Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Horizontal;
