// RUN: causeway simulate %s -o %t.csv
// EXIT: 4
// CHECK: RT0041.mo:7:3: error[RT0041]: initialisation failed at time 
model M
  Real x(start = 1);
equation
  x ^ 2 + 1 = 0;
end M;
