// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:15: error[INST0590]: value of x: expected Real[3], found Integer[2]
// CHECK-NOT: internal
model M
  Real x[3] = {1, 2}; // <- three values
end M;
