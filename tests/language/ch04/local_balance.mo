// Inputs, flows, bindings, arrays and records count as 4.8 says.
// RUN: causeway check %s
// CHECK: equations
// CHECK-NOT: error
model M
  connector Pin Real v; flow Real i; end Pin;
  connector In = input Real;
  connector Out = output Real;
  record R Real a; Real b; end R;
  model Two
    Pin p, n;
    R r;
  equation
    r.a = p.v - n.v;
    r.b = p.i;
    r.a = 2 * r.b;
    p.i + n.i = 0;
  end Two;
  model Pair
    Pin p, n;
    Two x[2];
  equation
    connect(p, x[1].p);
    connect(x[1].n, x[2].p);
    connect(x[2].n, n);
  end Pair;
  model Source
    Pin p;
    In u;
  equation
    p.v = u;
  end Source;
  model Ground Pin p; equation p.v = 0; end Ground;
  block Gain In u; Out y = 2 * u; input Real k; end Gain;
  Pair pair[2];
  Source s[2];
  Ground g;
  Gain gain(k = 3);
equation
  gain.u = time;
  connect(gain.y, s[1].u);
  connect(gain.y, s[2].u);
  for i in 1:2 loop
    connect(s[i].p, pair[i].p);
    connect(pair[i].n, g.p);
  end for;
end M;
