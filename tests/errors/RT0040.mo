// RUN: causeway simulate %s -o %t.csv
// EXIT: 4
// CHECK: RT0040.mo:5:12: error[RT0040]: parameters could not be computed at time 
model M
  function f
    input Real u;
    output Real y;
  algorithm
    assert(u > 0, "u must be positive");
    y := u;
  end f;
  parameter Real p = -1;
  parameter Real q = f(p);
  Real y = q * time;
end M;
