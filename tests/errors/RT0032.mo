// RUN: causeway simulate %s -o %t.csv
// EXIT: 0
// CHECK: RT0032.mo:10:3: warning[RT0032]: at time 
// CHECK: hint: how these share is left open
model M
  Real x, y;
  parameter Real a = 1;
equation
  x + a * y = time;
  a * x + y = time;
end M;
