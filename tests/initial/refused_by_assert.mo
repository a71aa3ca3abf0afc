// An assertion refuses a solution that lies outside of limits too: tearing has led to it, without tearing another one is found.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: RT0034
// FINAL: x = 2 +- 1e-9
// FINAL: w = 3 +- 1e-9
model RefusedByAssert
  Real x(min = 0), v(min = 0);
  Real y(start = -5), w(start = -5);
equation
  x*x + y + 0.1*(v - x)*time = 7;
  v*v + w + 0.1*(x - v)*time = 7;
  y = x + 1 + 0.1*(v - x);
  w = v + 1 + 0.1*(x - v);
  assert(x >= 0 and v >= 0, "there is less than nothing");
end RefusedByAssert;
