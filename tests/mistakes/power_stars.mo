// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:17: error[SYN0001]: expected an expression, found '*'
// CHECK-NOT: internal
model M
  Real x = time**2; // <- ^
end M;
