// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 5
// CHECK: :6:10: error[RT0060]: the simulation stopped at time 0.502: 'x' is not a finite number: the argument of sqrt is -0.002, it must not be negative: x := sqrt(0.5 - time)  with
// CHECK-NOT: internal
model M
  Real x = sqrt(0.5 - time); // <- beyond 0.5
end M;
