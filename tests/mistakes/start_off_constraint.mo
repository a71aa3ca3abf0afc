// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 4
// CHECK: :6:38: error[RT0043]: too many conditions are given at the start, and they disagree: y = 0.5 does not hold, 0.866025404 is not 0.5
// CHECK: hint: remove one of these initial equations or fixed = true, or give values that agree
model M
  Real x(start = 0.5, fixed = true), y(start = 0.5, fixed = true); // <- not on the circle
  Real vx, vy, l;
equation
  x^2 + y^2 = 1;
  der(x) = vx;
  der(y) = vy;
  der(vx) = l*x;
  der(vy) = l*y - 9.81;
end M;
