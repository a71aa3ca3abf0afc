// Two classes have an equation too many each: no single edit is enough, and those of one class alone, although they would do for the
// structure, leave the other one unbalanced.
// RUN: causeway explain %s --diagnose
// EXIT: 2
// CHECK: over-determined 17 equations, 15 variables
// CHECK: 1. remove "v = 5" in Two.Cap; 1 more edit is needed then
// CHECK: edits that make the model square together, the likeliest first
// CHECK: 1 and 3: remove "v = 5" in Two.Cap; remove "i = 23" in Two.Resistor
// CHECK-NOT: 1 and 2:
// RUN: causeway explain %s --diagnose --json > d.json; python3 -c "import json; d = json.load(open('d.json')); print([d['edits'][i]['text'] for i in d['sets'][0]])"
// CHECK: ['v = 5', 'i = 23']
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: hint: remove "v = 5" in Two.Cap; and remove "i = 23" in Two.Resistor
// RUN: causeway check %s
// EXIT: 2
// CHECK: Two.Resistor has 7 equations for 6 unknowns
// CHECK: Two.Cap has 7 equations for 6 unknowns
// CHECK: 8 classes checked, 5 of them models; 3 failed
package Two
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
model Cap
  extends TwoPin;
  parameter Real C = 10;
equation
  C*der(v) = i;
  v = 5;
end Cap;
model V
  extends TwoPin;
equation
  v = sin(time);
end V;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Circuit
  Resistor R1; Cap C1; V AC; Ground G;
equation
  connect(AC.p, R1.p);
  connect(R1.n, C1.p);
  connect(C1.n, AC.n);
  connect(AC.n, G.p);
end Circuit;
end Two;
