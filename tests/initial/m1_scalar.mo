// Mattsson, Elmqvist, Otter, Olsson 2002: der(x) = a*x + b with a start value in force, and the start bound to a parameter.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv x(0) = 0.5 +- 1e-12
// VALUE: %t.csv der(x)(0) = 0.5 +- 1e-12
// FINAL: %t.csv x = 0.81606028 +- 1e-5
// RUN: causeway simulate %s -o %t2.csv --stop 1 -p x0=2
// VALUE: %t2.csv x(0) = 2 +- 1e-12
// VALUE: %t2.csv der(x)(0) = -1 +- 1e-12
model Scalar
  parameter Real a = -1, b = 1, x0 = 0.5;
  Real x(start = x0, fixed = true);
equation
  der(x) = a*x + b;
end Scalar;
