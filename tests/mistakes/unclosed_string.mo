// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:24: error[SYN0003]: this string is not closed: '"' is missing
// CHECK: hint: a quote inside a string is written '\"'
model M
  parameter String s = "abc; // <- is never closed
  Real x = time;
end M;
