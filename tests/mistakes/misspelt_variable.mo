// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:7: error[INST0502]: sped is not declared here
// CHECK: hint: did you mean 'speed'?
model M
  Real speed(start = 0, fixed = true);
equation
  der(sped) = 1; // <- speed
end M;
