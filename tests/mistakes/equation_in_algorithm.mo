// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:5: error[SYN0014]: '=' states an equation; an assignment is written with ':='
// CHECK: hint: equations stand in an equation section
model M
  Real x;
algorithm
  x = time; // <- := in algorithms
end M;
