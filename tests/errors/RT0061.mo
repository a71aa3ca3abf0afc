// RUN: causeway simulate %s -o %t.csv --stop 2
// EXIT: 5
// CHECK: RT0061.mo:5:8: error[RT0061]: the simulation stopped at time 
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = x ^ 2;
end M;
