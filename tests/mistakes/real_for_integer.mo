// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:15: error[INST0590]: value of k: expected Integer, found Real
// CHECK-NOT: internal
model M
  parameter Real n = 3;
  Integer k = n; // <- Integer
end M;
