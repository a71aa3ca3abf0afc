// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0101.mo:6:8: error[SYM0101]: y is fixed to 2 at the start and x to 1, but they are equal
model M
  Real x(start = 1, fixed = true);
  Real y(start = 2, fixed = true);
equation
  der(x) = -x;
  x = y;
end M;
