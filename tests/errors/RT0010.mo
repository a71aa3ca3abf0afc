// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: RT0010.mo:8:3: error[RT0010]: the simulation stopped at time 
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x > 0.5, "x is too small");
end M;
