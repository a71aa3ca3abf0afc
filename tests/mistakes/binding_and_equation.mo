// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:3: error[SYM0401]: the model is over-determined: 2 equations for 1 variables; 1 of these equations must go
// CHECK: hint: remove "x = time" in M
model M
  Real x = 1; // <- or
equation
  x = time; // <- this one
end M;
