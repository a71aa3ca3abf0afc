// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: RT0060.mo:9:3: error[RT0060]: the simulation stopped at time 
model M
  Real x(start = 1, fixed = true);
  Real y(start = 0.5);
equation
  der(x) = 1;
  y ^ 2 = 0.5 - time;
end M;
