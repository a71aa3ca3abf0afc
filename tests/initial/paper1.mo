// Otter and Olsson 2002: x1 by its start, x2 by an initial equation.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv x2(0) = 0 +- 1e-12
// VALUE: %t.csv der(x1)(0) = -1 +- 1e-12
// FINAL: x1 = 0.36787944 +- 1e-5
// FINAL: x2 = 0 +- 1e-12
model Initial
  Real x1(start = 1, fixed = true), x2;
initial equation
  der(x2) = 0;
equation
  der(x1) = -x1 + x2;
  der(x2) = -x2;
end Initial;
