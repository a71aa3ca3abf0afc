// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[RT0011]
// FINAL: x = 1 +- 1e-6
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "x is large", AssertionLevel.warning);
end M;
