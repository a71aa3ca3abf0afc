// i = 10 in the base class TwoPin, inherited by three components: three equations too many, one edit of the source.
// The number of ways depends on how connections are written as equations, but 41, 7 and 1 do not.
// RUN: causeway explain %s --diagnose
// EXIT: 2
// CHECK: flat model 23 equations, 20 unknowns
// CHECK: over-determined 19 equations, 16 variables
// CHECK: well-determined 4 equations, 4 variables
// CHECK: ways to take 3 flat equations away; {{\d+}} leave the rest connected, 41 touch neither connections nor the only equation of a class, 7 do both
// CHECK: 1. remove "i = 10" in Circuits.TwoPin (it stands for 3 equations of the model)
// CHECK: 2. remove
// CHECK: put behind
// RUN: causeway explain %s --diagnose --json > d.json; python3 -c "import json; d = json.load(open('d.json')); print([x['equations'] for x in d['edits'] if x['left'] == 0])"
// CHECK: [['R1.i = 10.0', 'R2.i = 10.0', 'AC.i = 10.0']]
package Circuits
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
  Resistor R1, R2; VsourceAC AC; Ground G;
equation
  connect(AC.p, R1.p);
  connect(R1.p, R2.p);
  connect(R1.n, R2.n);
  connect(R2.n, AC.n);
  connect(AC.n, G.p);
end Circuit;
end Circuits;
