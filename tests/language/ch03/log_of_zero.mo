// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0060]: the simulation stopped at time 0.5
// CHECK: the argument of log is 0, it must be positive
model M
  Real y = if time < 0.5 then 1 else log(0.5 - time);
end M;
