// RUN: causeway flatten %s
// CHECK: parameter Real c.r.R = 200.0;
// CHECK: parameter Real c.r.T = 0.0;
model M
  model Resistor parameter Real R = 1; parameter Real T = 0; end Resistor;
  model Circuit replaceable model N = Resistor(R = 100); N r; end Circuit;
  model Circuit2 extends Circuit(redeclare replaceable model N = Resistor(T = 300)); end Circuit2;
  model Circuit3 extends Circuit2(redeclare replaceable model N = Resistor(R = 200)); end Circuit3;
  Circuit3 c;
end M;
