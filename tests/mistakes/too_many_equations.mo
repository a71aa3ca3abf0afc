// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :9:3: error[SYM0401]: the model is over-determined: 2 equations for 1 variables; 1 of these equations must go
// CHECK: hint: remove "x = 2*time" in M
model M
  Real x;
equation
  x = time; // <- or
  x = 2*time; // <- this one
end M;
