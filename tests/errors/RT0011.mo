// RUN: causeway simulate %s -o %t.csv
// EXIT: 0
// CHECK: RT0011.mo:8:3: warning[RT0011]: at time {{[0-9.]+}}: x is too small
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x > 0.5, "x is too small", AssertionLevel.warning);
end M;
