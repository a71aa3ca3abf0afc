// Two discrete variables that chase each other at one instant: the iteration is bounded, and the message names one and its line.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0052]: the simulation stopped at an event at time 0.5
// CHECK: {{'[ab]'}} changes again and again
model EventIteration
  Boolean a(start = false, fixed = true), b(start = false, fixed = true);
  Boolean on = time > 0.5;
equation
  a = on and not pre(b);
  b = on and pre(a);
end EventIteration;
