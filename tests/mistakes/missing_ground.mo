// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 0
// CHECK: :6:16: warning[SYM0104]: no ground in this circuit: s, r, c; s.n.v is taken to be zero
// CHECK: hint: connect a ground
model M
  Parts.Source s(V = 1); // <- connect it to a ground
  Parts.Resistor r;
  Parts.Capacitor c;
equation
  connect(s.p, r.p);
  connect(r.n, c.p);
  connect(c.n, s.n);
end M;
