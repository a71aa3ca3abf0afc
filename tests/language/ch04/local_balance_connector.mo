// Flow variables of connectors are given from outside.
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[FLAT0060]: component 'r': class 'R' is not balanced on its own, it has 3 equations for 4 unknowns (MLS 4.8)
// CHECK-NOT: component 's'
model M
  connector Pin Real v; flow Real i; end Pin;
  model R "the current is forgotten"
    Pin p, n;
  equation
    p.v - n.v = 2;
  end R;
  model S
    Pin p, n;
  equation
    p.v - n.v = 2 * p.i;
    p.i + n.i = 0;
  end S;
  R r;
  S s;
equation
  connect(r.p, s.p);
  connect(r.n, s.n);
  s.n.v = 0;
end M;
