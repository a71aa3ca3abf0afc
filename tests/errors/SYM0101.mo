// RUN: causeway simulate %s -o %t.csv
// EXIT: 0
// CHECK: SYM0101.mo:6:8: warning[SYM0101]: the equal variables y and x both have fixed start values; that of x is used
model M
  Real x(start = 1, fixed = true);
  Real y(start = 2, fixed = true);
equation
  der(x) = -x;
  x = y;
end M;
