// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: assertion failed: x is 0.5
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "x is " + String(0.5));
end M;
