// An initial equation outranks a start value that is not fixed.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1.8393972058572117 +- 2e-05
model StartAndInitial
  Real x(start = 2);
initial equation
  x = 5;
equation
  der(x) = -x;
end StartAndInitial;
