// A mixed condition: one velocity is given, all other derivatives vanish (an aircraft in level flight, point mass in the plane; the
// thrust and the flight-path angle follow).
// RUN: causeway simulate %s -o %t.csv --stop 10
// VALUE: %t.csv v(0) = 60 +- 1e-9
// VALUE: %t.csv gamma(0) = 0 +- 1e-9
// VALUE: %t.csv thrust(0) = 1254.8002 +- 1e-3
// FINAL: v = 60 +- 1e-3
// ALWAYS: abs({gamma}) < 1e-6
model Aircraft "level flight: thrust and lift coefficient are found from the steady state"
  parameter Real m = 1200, g = 9.81, rho = 1.225, S = 16, k = 0.05, cd0 = 0.03;
  parameter Real thrust0(fixed = false, start = 2000), cl(fixed = false, start = 0.3);
  Real v(start = 50), gamma(start = 0), h(start = 1000, fixed = true);
  Real thrust, lift, drag;
initial equation
  v = 60;
  der(v) = 0;
  der(gamma) = 0;
  der(h) = 0;
equation
  thrust = thrust0;
  lift = 0.5*rho*S*cl*v^2;
  drag = 0.5*rho*S*(cd0 + k*cl^2)*v^2;
  m*der(v) = thrust - drag - m*g*sin(gamma);
  m*v*der(gamma) = lift - m*g*cos(gamma);
  der(h) = v*sin(gamma);
end Aircraft;
