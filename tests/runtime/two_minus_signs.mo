// A difference whose second part begins with a minus sign of its own, here the residual of the second equation:
// w - -(y/x), not w--(y/x).
// RUN: causeway simulate %s -o %t.csv --no-tearing
// FINAL: w = -2 +- 1e-9
// FINAL: x = 1 +- 1e-9
model TwoMinusSigns
  Real x(start = 0.9), y(start = 1.9), w(start = -1.9);
equation
  y*x = 2*cos(w + 2);
  w = smooth(0, -y/x);
  x + w = -1;
end TwoMinusSigns;
