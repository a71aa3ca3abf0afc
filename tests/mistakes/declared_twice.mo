// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:8: error[INST0101]: 'x' is declared twice in the same class (MLS 5.6.1)
// CHECK-NOT: internal
model M
  Real x = time;
  Real x = 2; // <- again
end M;
