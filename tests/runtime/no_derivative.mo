// Arguments marked noDerivative count in Jacobians: only for the derivative in time are they functions of the others.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 0.36787944 +- 1e-5
// FINAL: dy = -0.36787944 +- 1e-5
function value
  input Real u[2];
  input Real t;
  output Real y;
algorithm
  y := u[1];
  annotation(derivative(noDerivative = u) = slope, InlineAfterIndexReduction = true);
end value;

function slope
  input Real u[2];
  input Real t;
  input Real dt;
  output Real y;
algorithm
  y := u[2];
  annotation(InlineAfterIndexReduction = true);
end slope;

model Test
  Real x(start = 1, fixed = true);
  Real y, dy;
equation
  der(x) = -x;
  x = value({y, dy}, time);
  -x = slope({y, dy}, time, 1.0);
end Test;
