// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 3
// CHECK: :6:36: error[SYM0101]: y is fixed to 1 at the start and x to 0, but they are equal
// CHECK: hint: give both the same value, or remove fixed = true from one of them
model M
  Real x(start = 0, fixed = true), y(start = 1, fixed = true); // <- contradict each other
equation
  der(x) = 1;
  y = x;
end M;
