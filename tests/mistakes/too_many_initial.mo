// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 4
// CHECK: :6:8: error[RT0043]: too many conditions are given at the start, and they disagree: x = 1.0 does not hold, 2 is not 1
// CHECK: hint: remove one of these initial equations or fixed = true, or give values that agree
model M
  Real x(start = 1, fixed = true); // <- or
initial equation
  x = 2; // <- this one
equation
  der(x) = -x;
end M;
