// Bunus and Fritzson 2002, figure 3: 14 equations, 14 unknowns, only a well-determined part of 14 blocks of size 1.
// RUN: causeway explain %s --diagnose
// CHECK: model Circuits.Circuit is square: 14 equations, 14 unknowns
// CHECK-NOT: not square
// CHECK-NOT: that nothing connects
// RUN: causeway explain %s
// CHECK: linear systems 0
// CHECK: nonlinear systems 0
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
equation
  R*i = v;
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
