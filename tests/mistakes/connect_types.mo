// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :9:3: error[FLAT0092]: these connectors do not match: connector class 'Pin' has a component 'v', 'Flange' has none of that name (MLS 9.3)
// CHECK-NOT: internal
model M
  Parts.Resistor r;
  Parts.Mass m;
equation
  connect(r.p, m.flange); // <- a pin and a flange
end M;
