// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:21: error[INST0603]: n needs a value during translation, but none is given
// CHECK-NOT: internal
model M
  parameter Integer n; // <- has no value
  Real x[n] = fill(time, n);
end M;
