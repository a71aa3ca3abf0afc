// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:12: error[INST0590]: value of x: expected Real, found String
// CHECK-NOT: internal
model M
  Real x = "1"; // <- a number
end M;
