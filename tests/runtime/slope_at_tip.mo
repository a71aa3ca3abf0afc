// The slope of sqrt(a^2 + b^2) at its tip and of other roots of what is zero is no number by the formula: in Jacobians it is one
// all the same, so that a start at rest does not spoil the matrix.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-9 --check-jacobian
// CHECK: 0 wrong
// FINAL: a = 0.5 +- 1e-7
model SlopeAtTip
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), n = sqrt(a^2 + b^2), m = (c^2)^0.75;
equation
  der(a) = time + 0*n;
  der(b) = -b*n;
  der(c) = -c*m;
end SlopeAtTip;
