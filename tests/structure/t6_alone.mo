// s = 10 is square and sound, but contributes nothing.
// RUN: causeway explain %s --diagnose
// CHECK: model Circuits.Circuit is square: 15 equations, 15 unknowns
// CHECK: parts that nothing connects with the rest
// CHECK: R1.s: R1.s = 10.0
package Circuits
connector Pin Real v; flow Real i; end Pin;
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
  Real s;
equation
  R*i = v;
  s = 10;
end Resistor;
model VsourceAC
  extends TwoPin;
  parameter Real VA = 220, f = 50;
protected
  constant Real PI = 3.141592;
equation
  v = VA*sin(2*PI*f*time);
end VsourceAC;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Circuit
  Resistor R1; VsourceAC AC; Ground G;
equation
  connect(AC.p, R1.p);
  connect(R1.n, AC.n);
  connect(AC.n, G.p);
end Circuit;
end Circuits;
