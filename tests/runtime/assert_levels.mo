// Levels of assert (MLS 3.6, 8.3.7): a warning is given once a place and the run goes on; an error ends it; at a trial point a violation makes
// the step smaller instead.
// RUN: causeway simulate %s -o %t.csv -p limit=10
// CHECK: warning[RT0011]: at time {{.*}}: x is large: 0.
// FINAL: %t.csv x = 1 +- 1e-6
// RUN: causeway simulate %s -o %t.2.csv
// EXIT: 5
// CHECK: assertion failed: x is too large: 0.9
// VALUE: %t.2.csv x(0.85) = 0.85 +- 1e-6
// RUN: causeway simulate %s -o %t.3.csv -p limit=-1
// EXIT: 4
// CHECK: assertion failed: x is too large: 0
model AssertLevels
  parameter Real limit = 0.9;
  Real x(start = 0, fixed = true), root;
equation
  der(x) = 1;
  assert(x < 0.5, "x is large: " + String(x, significantDigits = 2), AssertionLevel.warning);
  assert(x < limit, "x is too large: " + String(x, significantDigits = 2));
  root = sqrt(max(0, 1 - x));
end AssertLevels;
