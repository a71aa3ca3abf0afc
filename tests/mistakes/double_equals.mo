// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:12: error[SYN0001]: expected '=' in an equation, found ';'
// CHECK: hint: '==' compares; an equation is written with '='
model M
  Real x;
equation
  x == time; // <- one =
end M;
