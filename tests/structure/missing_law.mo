// A component that lacks its law is found by its own balance, among all components that share the loop's current.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: edit 1: add an equation for R2.{{[vi]}} in Missing.Bare
// CHECK: hint: add an equation for R2.{{[vi]}} in Missing.Bare
package Missing
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 10;
  equation
    R*i = v;
  end Resistor;
  model Bare "Ohm's law was forgotten"
    extends TwoPin;
    parameter Real R = 10;
  end Bare;
  model Source
    extends TwoPin;
  equation
    v = sin(time);
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Circuit
    Resistor R1, R3;
    Bare R2;
    Source S;
    Ground G;
  equation
    connect(S.p, R1.p);
    connect(R1.n, R2.p);
    connect(R2.n, R3.p);
    connect(R3.n, S.n);
    connect(S.n, G.p);
  end Circuit;
end Missing;
