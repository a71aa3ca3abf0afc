// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:15: error[SYN0009]: ';' is missing after this declaration
// CHECK-NOT: internal
model M
  Real x = time // <- a semicolon is missing here
  Real y = x;
end M;
