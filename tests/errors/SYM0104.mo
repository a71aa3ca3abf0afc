// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[SYM0104]: no ground in this circuit: source, resistor, capacitor; {{.*}}.v is taken to be zero
// CHECK: warning[SYM0104]: nothing fixes the level in this network of flows: a, b, c; {{.*}}.v is taken to be zero
// CHECK-NOT: error[
// FINAL: capacitor.v = 0.63212055883 +- 1e-5
model SYM0104
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  connector Port
    Real v;
    flow Real i;
  end Port;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    i = p.i;
  end TwoPin;
  model Source
    extends TwoPin;
  equation
    v = 1;
  end Source;
  model Resistor
    extends TwoPin;
  equation
    v = i;
  end Resistor;
  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
  equation
    i = der(v);
  end Capacitor;
  model Conductor
    Port p, n;
    parameter Real G = 1;
  equation
    p.i = G*(p.v - n.v);
    p.i + n.i = 0;
  end Conductor;
  Source source;
  Resistor resistor;
  Capacitor capacitor;
  Conductor a, b(G = 2), c(G = 3);
equation
  connect(source.p, resistor.p);
  connect(resistor.n, capacitor.p);
  connect(capacitor.n, source.n);
  connect(a.p, b.p);
  connect(b.n, c.p);
  connect(c.n, a.p);
  connect(a.n, b.n);
end SYM0104;
