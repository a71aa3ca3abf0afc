// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:10: error[INST0501]: condition of if: expected Boolean, found Real
// CHECK-NOT: internal
model M
  Real x;
equation
  x = if time then 1 else 2; // <- a condition
end M;
