// Steps of a fixed size far from time zero.
// RUN: causeway simulate %s -o %t.csv --start 1000000 --stop 1000001.05 --solver euler
// FINAL: x = 1.05 +- 1e-6
// TIMEOUT: 20
model FarFromZeroState
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
end FarFromZeroState;
