// Points of rest: by each way, with knowns and unknowns exchanged; what cannot rest is named.
// RUN: causeway trim %s --fix y=3 --free u -o %t.csv && causeway simulate %s --parameters %t.csv --stop 1 -o %t.rest.csv
// CHECK: Tanks: at rest by Newton
// CHECK: u 12.890625
// FINAL: %t.rest.csv x1 = 2.25 +- 1e-6
// RUN: cp %s all.mo && causeway trim all.mo 'Far(a = 30)' -q && causeway trim all.mo Far
// CHECK: Far: at rest by
// CHECK: x 2
// RUN: causeway trim all.mo Climb
// EXIT: 4
// CHECK: error[RT0044]: no point of rest was found
// CHECK: der(h) stays 1
// CHECK: --moving STATE
// RUN: causeway trim all.mo Climb --moving h
// CHECK: v 1
// RUN: causeway simulate all.mo Climb --steady-state --stop 1
// EXIT: 4
// CHECK: does not hold
// RUN: causeway trim %s --fix y=3
// EXIT: 1
// CHECK: error[RT0045]: 1 variables are given values, but 0 are free
// RUN: causeway trim %s --fix y=3 --free x1
// EXIT: 1
// CHECK: 'x1' cannot be free
// RUN: causeway simulate %s --steady-state --stop 1
// CHECK: at rest by Newton
model Far "Newton's method overshoots an arctangent"
  parameter Real a = 300;
  Real x(start = a);
equation
  der(x) = -atan(x - 2);
end Far;
model Climb "height integrates"
  Real h(start = 0), v(start = 0);
equation
  der(h) = v;
  der(v) = 1 - v;
end Climb;
model Tanks
  input Real u(start = 1);
  parameter Real k = 2;
  output Real y = k*x2;
  Real x1(start = 0.1), x2(start = 0.2);
equation
  der(x1) = -x1^3 + u - x2;
  der(x2) = x1 - x2*abs(x2);
end Tanks;
