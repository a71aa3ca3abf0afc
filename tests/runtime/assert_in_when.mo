// An assert inside a when is executed in one event iteration, and counts there.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: assert_in_when.mo:11:5: error[RT0052]: the simulation stopped at an event at time 0.5: assertion failed: x is too small
model M
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  when time > 0.5 then
    assert(x > 2, "x is too small");
    n = pre(n) + 1;
  end when;
end M;
