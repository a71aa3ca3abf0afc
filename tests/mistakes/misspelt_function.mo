// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:12: error[INST0572]: no function sine is declared here
// CHECK: hint: did you mean 'sin'?
model M
  Real x = sine(time); // <- sin
end M;
