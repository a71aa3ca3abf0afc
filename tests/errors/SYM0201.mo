// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0201.mo:6:20: error[SYM0201]: the values of these parameters depend on each other: b, a
model M
  parameter Real a = 2 * b;
  parameter Real b = a + 1;
  Real x = a;
end M;
