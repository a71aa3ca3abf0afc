// RUN: causeway simulate %s -o %t.csv --stop 1e9 --timeout 2
// EXIT: 5
// CHECK: error[RT0071]: the time limit of 2 s was reached at time 
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = sin(time * 100);
end M;
