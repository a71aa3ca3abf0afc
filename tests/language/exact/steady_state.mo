// A start from rest.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-06
// FINAL: y = 1 +- 1e-06
model SteadyState
  Real x, y;
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(x) = 3 - x*y;
  der(y) = x - 3*y;
end SteadyState;
