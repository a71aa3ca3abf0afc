// A start value where the equation is flat: the solution next to it is meant, not the one that a long step leads to.
// RUN: causeway simulate %s -o %t.csv --stop 0.5
// FINAL: x = 1.0471975512 +- 1e-6
// FINAL: y = 5.2359877560 +- 1e-6
// FINAL: z = 1.2247448714 +- 1e-6
model NearestRoot
  Real x(start = 0), y(start = 4), z(start = 0);
equation
  cos(x) = time;
  cos(y) = time;
  z^2 = 1 + time;
end NearestRoot;
