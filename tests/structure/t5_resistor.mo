// The under-determined resistor R*i = v*s: eight variables are eligible, five of them do not take the rest apart, and only s is
// neither part of a connector nor used by other instances.
// RUN: causeway explain %s --diagnose --strategy remove-variable
// EXIT: 2
// CHECK: flat model 14 equations, 15 unknowns
// CHECK: under-determined 7 equations, 8 variables
// CHECK: variables R1.p.i, R1.n.i, R1.i, R1.s, AC.p.i, AC.n.i, AC.i, G.p.i
// CHECK: 1. remove the variable s from Circuits.Resistor
// RUN: causeway explain %s --diagnose --strategy remove-variable --json > d.json; python3 -c "import json; print([x['text'] for x in json.load(open('d.json'))['edits']])"
// CHECK: ['R1.s']
// RUN: causeway explain %s --diagnose --strategy add-equation
// EXIT: 2
// CHECK: 1. add an equation for R1.s in Circuits.Resistor; it may contain R1.p.v, R1.p.i, R1.n.v, R1.n.i, R1.v, R1.i
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: error[SYM0402]: the model is under-determined: 8 variables have only 7 equations
// CHECK: hint: add an equation for R1.s in Circuits.Resistor
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
  R*i = v*s;
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
