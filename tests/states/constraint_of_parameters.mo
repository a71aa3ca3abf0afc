// Two sums whose coefficients are parameters say the same but for a factor: their states are bound to each other.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-8
// CHECK-NOT: RT0032
// ALWAYS: abs({x2} - 2.5*{x1}) < 1e-6
// FINAL: x1 = 0.606531 +- 1e-5
model ConstraintOfParameters
  parameter Real k = 2.5, m = 0.4, C = 2;
  Real x1(start = 1, fixed = true), x2, y1, y2, s, t;
equation
  C*der(x1) = -x1 + y1;
  C*der(x2) = -x2 + y2;
  k*s + m*t = x1;
  k*k*s + k*m*t = x2 "so x2 = k*x1";
  s - t = 1 + 0.1*y2;
  y1 + k*y2 = 0;
end ConstraintOfParameters;
