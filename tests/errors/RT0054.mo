// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: RT0054.mo:8:1: error[RT0054]: the actions at the end of the simulation failed at time 
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
algorithm
  when terminal() then
    assert(x > 2, "x is too small at the end");
  end when;
end M;
