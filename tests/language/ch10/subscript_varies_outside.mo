// A subscript that leaves its bounds during the run ends it, and the message names array, subscript and bounds.
// RUN: causeway simulate %s -o %t.csv --stop 5
// EXIT: 5
// CHECK: assertion failed: subscript 4 of 'x' (subscript_varies_outside.mo:9:14) is outside 1:3
model M
  model A
    Real x[3] = {1, 2, 3} * time;
    Integer n = 1 + integer(time);
    Real y = x[n];
  end A;
  A a;
end M;
