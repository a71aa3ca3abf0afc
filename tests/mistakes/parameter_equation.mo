// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :9:3: error[SYM0401]: the model is over-determined: 1 equations for 0 variables; 1 of these equations must go
// CHECK: hint: remove "k = 2" in M
model M
  parameter Real k = 1;
  Real x;
equation
  k = 2; // <- k has a value
  x = k;
end M;
