// Cellier and Elmqvist 1993: a planar body that could move freely (6 states), on a fixed joint: 4 constraints leave phi and w, and the
// parallel-axis theorem appears: the acceleration is divided by J + m*d^2.
// RUN: causeway explain %s
// CHECK: states 2
// CHECK: linear systems 0
// CHECK: nonlinear systems 0
// CHECK: der(der(phi)) := {{.*}}/(J + d^2.0*m)
// RUN: causeway simulate %s -o %t.csv --stop 2 --tolerance 1e-8
// ALWAYS: abs({x}**2 + {y}**2 - 0.25) < 1e-9
// ALWAYS: abs({energy} - 0) < 1e-5
// VALUE: %t.csv der(w)(0) = -14.014285714 +- 1e-6
model BodyOnJoint
  parameter Real m = 2, J = 0.2, d = 0.5, g = 9.81;
  Real x, y, vx, vy "centre of mass";
  Real phi(start = 0, fixed = true, stateSelect = StateSelect.prefer), w(start = 0, fixed = true, stateSelect = StateSelect.prefer);
  Real fx, fy "forces in the joint";
  Real energy = m/2*(vx^2 + vy^2) + J/2*w^2 + m*g*y;
equation
  der(x) = vx;
  der(y) = vy;
  der(phi) = w;
  m*der(vx) = fx;
  m*der(vy) = fy - m*g;
  J*der(w) = d*sin(phi)*fx - d*cos(phi)*fy;
  x = d*cos(phi);
  y = d*sin(phi);
end BodyOnJoint;
