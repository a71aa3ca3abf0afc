// The exponent is a variable of a function that does not move, the base is zero: the slope is a number.
// RUN: causeway simulate %s PowerOfLocal -o %t.csv --stop 1 --check-jacobian
// CHECK-NOT: RT0095
// FINAL: x = 0.36787944 +- 1e-5
function nusselt
  input Real m;
  input Real x;
  output Real y;
protected
  Real B = 0.9;
algorithm
  y := (abs(m)*x)^B;
end nusselt;
model PowerOfLocal
  Real x(start = 1, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = -x + nusselt(0*x, m);
  der(m) = 0;
end PowerOfLocal;
