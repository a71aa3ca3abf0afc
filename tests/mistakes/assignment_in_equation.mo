// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:5: error[SYN0013]: ':=' assigns; an equation is written with '='
// CHECK: hint: assignments stand in an algorithm section
model M
  Real x;
equation
  x := time; // <- = in equations
end M;
