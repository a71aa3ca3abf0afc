// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0060]: the simulation stopped at time 0.5
// CHECK: 1 is divided by zero
model M
  Real y = 1 / (if time < 0.5 then 1 else 0);
end M;
