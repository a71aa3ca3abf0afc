// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0052]: the simulation stopped at an event at time 0.5: a relation cannot be decided: 0.5 is divided by zero
model M
  Real y = mod(time, if time < 0.5 then 1 else 0);
end M;
