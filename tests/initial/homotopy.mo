// Newton's method does not find the solution from the guess (the arc tangent is flat there); the simplified form leads to it, without
// being asked for.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv x(0) = 5.0202710 +- 1e-6
// RUN: causeway explain %s --steady-state
// CHECK: nonlinear systems 1
model Homotopy
  Real x(start = 0);
  Real u = 1 + time;
equation
  homotopy(atan(10*(x - 5)) - 0.5*u + 0.3, x - 5) = 0;
end Homotopy;
