// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:20: error[SYN0001]: expected ')' after the arguments, found ';'
// CHECK-NOT: internal
model M
  Real x = sin(time; // <- a parenthesis is open
end M;
