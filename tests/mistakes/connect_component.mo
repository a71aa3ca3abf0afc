// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:11: error[INST0631]: r is not a connector: only connectors can be connected
// CHECK: hint: connect one of its connectors: r.p, r.n
model M
  Parts.Resistor r, s;
equation
  connect(r, s.p); // <- a connector of r
end M;
