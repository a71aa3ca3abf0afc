// RUN: causeway simulate %s -o %t.csv --max-steps 3
// EXIT: 5
// CHECK: error[RT0072]: the limit of 3 steps was reached at time 
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
