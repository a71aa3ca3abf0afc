// P. Bunus, P. Fritzson: Methods for Structural Analysis and Debugging of Modelica Models (2002).
// i = 10 in a class of electrical parts makes every part over-constrained; the one edit of the source that mends all of them is named.
// RUN: causeway check %s Circuit
// EXIT: 2
// CHECK: 23 equations, 20 unknowns
// RUN: causeway explain --diagnose %s Circuit
// EXIT: 2
// CHECK: 41 touch neither connections nor the only equation of a class, 7 do both
// CHECK: 1. remove "i = 10" in Parts.TwoPin
package Parts
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
    i = 10;
  end TwoPin;
  model Resistor extends TwoPin; parameter Real R = 1; equation R*i = v; end Resistor;
  model Source extends TwoPin; equation v = 220*sin(314*time); end Source;
  model Ground Pin p; equation p.v = 0; end Ground;
end Parts;
model Circuit
  Parts.Resistor R1(R = 10), R2(R = 5);
  Parts.Source AC;
  Parts.Ground G;
equation
  connect(AC.p, R1.p);
  connect(R1.p, R2.p);
  connect(R1.n, R2.n);
  connect(R2.n, AC.n);
  connect(AC.n, G.p);
end Circuit;
