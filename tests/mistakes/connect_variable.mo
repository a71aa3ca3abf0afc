// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:11: error[INST0631]: r.v is not a connector: only connectors can be connected
// CHECK-NOT: internal
model M
  Parts.Resistor r;
equation
  connect(r.v, r.p); // <- v is no connector
end M;
