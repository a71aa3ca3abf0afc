// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:3: error[INST0624]: the two sides of this equation have different types: Real[3] and Integer
// CHECK-NOT: internal
model M
  Real x[3];
equation
  x = 1; // <- fill(1, 3)
end M;
