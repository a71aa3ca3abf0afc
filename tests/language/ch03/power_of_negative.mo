// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0060]: the simulation stopped at time 
// CHECK: is negative and has no power 0.5
model M
  Real y = (0.25 - time) ^ 0.5;
end M;
