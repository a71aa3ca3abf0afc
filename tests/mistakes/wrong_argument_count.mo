// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:12: error[INST0556]: sin takes 1 argument, 2 are given
// CHECK-NOT: internal
model M
  Real x = sin(time, 2); // <- one argument
end M;
