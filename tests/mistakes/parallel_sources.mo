// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 3
// CHECK: :9:16: error[SYM0404]: a, b, g prescribe the same potentials twice: these values repeat or contradict each other, and the flows a.p.i, a.n.i, b.p.i, b.n.i, g.p.i are not det
// CHECK: hint: ideal sources in parallel or rigid parts in a loop: leave one out, or put something between them that yields (a resistor
// RUN: causeway check %s -L %d/library
// EXIT: 3
// CHECK: :9:16: error[SYM0404]: a, b, g prescribe the same potentials twice: these values repeat or contradict each other, and the flows a.p.i, a.n.i, b.p.i, b.n.i, g.p.i are not det
model M
  Parts.Source a(V = 1), b(V = 2); // <- both prescribe the voltage
  Parts.Ground g;
equation
  connect(a.p, b.p);
  connect(a.n, b.n);
  connect(a.n, g.p);
end M;
