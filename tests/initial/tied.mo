// Two states tied by a constraint, both starts in force: accepted when they agree, else the one too many is named.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0) = 2 +- 1e-12
// RUN: sed 's/start = 2/start = 3/' %s > differ.mo; causeway simulate differ.mo -o /dev/null
// EXIT: 4
// CHECK: error[RT0043]: too many conditions are given at the start, and they disagree: y = 3.0 does not hold, 2 is not 3
// CHECK: from x = 1.0
model Tied
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = -x;
  y = 2*x;
end Tied;
