// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 5
// CHECK: :9:3: error[RT0060]: the simulation stopped at time 0.5: 'y' is not a finite number: 1 is divided by zero: y := 1.0/(x - 0.5)  with x = 0.5
// CHECK-NOT: internal
model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = 1/(x - 0.5); // <- at time 0.5
end M;
