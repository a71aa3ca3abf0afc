// RUN: causeway simulate %s -o %t.csv --timeout 0.5
// EXIT: 5
// CHECK: RT0051.mo:8:8: warning[RT0051]: chattering: 64 events between time
model M "A threshold that runs ahead in very small steps"
  Real x(start = 0, fixed = true), next(start = 0.1, fixed = true);
equation
  der(x) = 1;
  when x > pre(next) then
    next = pre(next) + 1e-9;
  end when;
end M;
