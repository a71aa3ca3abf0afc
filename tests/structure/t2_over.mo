// The circuit with i = 23 added to Resistor: 9 equations for 8 variables; of the 9 candidates 5 leave the rest connected, and
// only i = 23 is neither a connection nor the only equation of its class.
// RUN: causeway explain %s --diagnose
// EXIT: 2
// CHECK: flat model 15 equations, 14 unknowns
// CHECK: over-determined 9 equations, 8 variables
// CHECK: variables R1.p.v, R1.n.v, R1.v, R1.i, AC.p.v, AC.n.v, AC.v, G.p.v
// CHECK: well-determined 6 equations, 6 variables
// CHECK: under-determined 0 equations, 0 variables
// CHECK: 9 ways to take 1 flat equation away; 5 leave the rest connected, {{\d}} touch neither connections nor the only equation of a class, 1 do both
// CHECK: 1. remove "i = 23" in Circuits.Resistor
// CHECK: 2. remove "R*i = v" in Circuits.Resistor
// CHECK: put behind: the equations left would not be connected with each other
// CHECK: remove "p.v = 0" in Circuits.Ground
// CHECK: put behind: its class has no other equation
// CHECK: put behind: it comes from a connection
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: t2_over.mo:{{\d+}}:3: error[SYM0401]: the model is over-determined: 9 equations for 8 variables; 1 of these equations must go
// CHECK: note: edit 1: remove "i = 23" in Circuits.Resistor
// CHECK: in instance R1
// CHECK: hint: remove "i = 23" in Circuits.Resistor
// RUN: causeway explain %s --diagnose --json > d.json; python3 -c "import json; d = json.load(open('d.json')); e = d['edits']; print([x['text'] for x in e if not x['against']], sorted(x['text'] for x in e if not x['disconnects']), len(d['over']['equations']))"
// CHECK: ['i = 23'] ['connect(AC.p, R1.p)', 'connect(R1.n, AC.n)', 'i = 23', 'p.v = 0', 'v = VA*sin(2*PI*f*time)'] 9
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
  i = 23;
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
