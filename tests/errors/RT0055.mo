// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: RT0055.mo:6:3: warning[RT0055]: chattering: from time 0.1{{\d*}} on every change of x > 0.0 is taken back at once; it is given a hysteresis of at most 0.0001
model M
  Real x(start = 0.1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end M;
