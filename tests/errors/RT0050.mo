// RUN: causeway simulate %s -o %t.csv --start 1e5 --stop 100001 --tolerance 1e-12
// EXIT: 5
// CHECK: RT0050.mo:7:3: error[RT0050]: the simulation stopped at time 
model M
  Real x(start = 0.1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end M;
