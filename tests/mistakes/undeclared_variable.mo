// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:7: error[INST0502]: y is not declared here
// CHECK-NOT: internal
model M
  Real x;
equation
  x = y + 1; // <- y is not declared
end M;
