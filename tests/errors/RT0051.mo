// RUN: causeway simulate %s -o %t.csv --timeout 0.5
// EXIT: 5
// CHECK: RT0051.mo:7:3: warning[RT0051]: chattering: 64 events between time
model M
  Real x(start = 0.1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end M;
