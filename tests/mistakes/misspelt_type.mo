// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:3: error[INST0112]: there is no class named 'Reel' here
// CHECK: hint: did you mean 'Real'?
model M
  Reel x = time; // <- Real
end M;
