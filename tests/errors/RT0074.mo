// RUN: causeway simulate %s -o %t.csv --stop -1
// EXIT: 1
// CHECK: error[RT0074]: the stop time -1 lies before the start time 0
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
