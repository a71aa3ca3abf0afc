// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:14: error[INST0503]: r has no element curent
// CHECK-NOT: internal
model M
  Parts.Resistor r;
  Real x = r.curent; // <- i
  Parts.Source s(V = 1);
  Parts.Ground g;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
  connect(s.n, g.p);
end M;
