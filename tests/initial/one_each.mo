// Too few conditions: start values are taken of states that no initial equation speaks of, before those of others.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: start values taken, for too few conditions are given: b
// VALUE: %t.csv b(0) = 3 +- 1e-9
// VALUE: %t.csv a(0) = 6 +- 1e-9
model OneEach
  Real a(start = 1), b(start = 3);
equation
  der(a) = 2*b - a;
  der(b) = 0;
initial equation
  der(a) = 0;
end OneEach;
