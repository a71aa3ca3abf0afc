// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:24: error[SYN0001]: expected the name of a component, found number 5
// CHECK: hint: decimals are written with a point: 2.5
model M
  parameter Real k = 2,5; // <- 2.5
  Real x = k;
end M;
