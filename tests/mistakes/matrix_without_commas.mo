// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:18: error[SYN0001]: expected ',' or ']' in the row of a matrix, found number 2
// CHECK: hint: elements are separated by commas, rows by semicolons: [1, 2; 3, 4]; a vector is written {1, 2, 3}
model M
  Real x[3] = [1 2 3]; // <- {1, 2, 3}
end M;
