// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 0
// CHECK: :7:18: warning[FLAT0097]: 'r.n' is not connected: no current can flow through 'r'
// CHECK: hint: connect it
model M
  Parts.Source s(V = 1);
  Parts.Resistor r; // <- n is not connected
  Parts.Ground g;
equation
  connect(s.p, r.p);
  connect(s.n, g.p);
end M;
