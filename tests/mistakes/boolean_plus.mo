// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:12: error[INST0520]: operator + cannot be applied to Boolean and Integer
// CHECK-NOT: internal
model M
  Boolean b = time > 1;
  Real x = b + 1; // <- if b then 1 else 0
end M;
