// A tiny unknown near a pole changes little, measured by nominal values, though its equation is off by far: no solution.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv x(0.25) = 0.5 +- 1e-6
// FINAL: x = 1 +- 1e-6
model Pole
  Real x(start = 1);
equation
  x = time/x;
end Pole;
