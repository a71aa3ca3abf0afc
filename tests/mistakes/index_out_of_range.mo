// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:14: error[INST0511]: subscript 4 of dimension 1 of x is outside 1:3
// CHECK-NOT: internal
model M
  Real x[3] = {1, 2, 3};
  Real y = x[4]; // <- 1 to 3
end M;
