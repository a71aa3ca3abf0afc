// A subscript out of bounds in a branch that is not taken does no harm.
// RUN: causeway simulate %s -o %t.csv --stop 5
// FINAL: y = 0 +- 0
// VALUE: %t.csv y(2.5) = 7.5 +- 1e-9
model M
  Real x[3] = {1, 2, 3} * time;
  Integer n = 1 + integer(time);
  Real y = if n <= 3 then x[n] else 0;
end M;
