// RUN: causeway fmu %s -o %t.fmu
// EXIT: 3
// CHECK: error[FMI0001]: Pendulum cannot be exported as an FMU: its states are chosen while it runs
model Pendulum
  Real x(start = 0.6), y(start = -0.8), vx(start = 0), vy(start = 0), f;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -f*x;
  der(vy) = -f*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
