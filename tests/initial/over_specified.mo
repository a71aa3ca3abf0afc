// Conditions that are too many are named exactly, with those they are in conflict with; conditions that agree are accepted.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 4
// CHECK: over_specified.mo:{{\d+}}:{{\d+}}: error[RT0043]: too many conditions are given at the start, and they disagree: y = 2.0 does not hold, 1 is not 2
// CHECK: note: this follows from the equations of the model and from der(x) = 0.0
// CHECK: note: this follows from the equations of the model and from x = 1.0
// RUN: sed 's/y(start = 2/y(start = 1/' %s > agree.mo; causeway simulate agree.mo -o %t.csv --stop 1
// VALUE: %t.csv x(0) = 1 +- 1e-12
// VALUE: %t.csv y(0) = 1 +- 1e-12
// z is no part of the conflict and is not named.
// CHECK-NOT: from z =
model OverSpecified
  Real x(start = 1, fixed = true), y(start = 2, fixed = true), z(start = 3, fixed = true);
initial equation
  der(x) = 0;
equation
  der(x) = -x + y;
  der(y) = -y;
  der(z) = -z;
end OverSpecified;
