// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0060]: the simulation stopped at time 
// CHECK: the argument of asin is {{1.0[0-9]*}}, it must lie between -1 and 1
model M
  Real y = if time < 0.5 then 1 else asin(2 * time);
end M;
