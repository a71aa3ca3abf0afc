// Start values at which equations cannot be evaluated: the search goes on where they can.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-9
// FINAL: u = 2 +- 1e-9
// FINAL: w = 3 +- 1e-9
model OutsideDomain
  Real x(start = 0);
  Real u(start = 0), w(start = 0);
equation
  sin(x) = sqrt(x - cos(x)^2);
  sqrt(u*w - 2) + u = 4 + 0*time;
  log(u + w - 4) + w = 3 + 0*time;
end OutsideDomain;
