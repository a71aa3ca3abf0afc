// RUN: causeway simulate %s Series.M -o %t.csv
// EXIT: 3
// CHECK: error[SYM0404]: a, b prescribe the same flows twice: these values repeat or contradict each other, and the potentials a.n.v, b.p.v are not determined
// CHECK: prescribed: a.i = a.I
// CHECK: hint: ideal sources of a flow in series: leave one out
package Series
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model Two
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end Two;
  model Current
    extends Two;
    parameter Real I = 1;
  equation
    i = I;
  end Current;
  model Resistor
    extends Two;
  equation
    v = 2*i;
  end Resistor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model M
    Current a, b "both prescribe the current";
    Resistor r;
    Ground g;
  equation
    connect(a.n, b.p);
    connect(b.n, r.p);
    connect(r.n, g.p);
    connect(a.p, g.p);
  end M;
end Series;
