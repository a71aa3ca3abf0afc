// Two relative angles that are the same one, both preferred as states: they are one variable, not two constraints of which the
// second says nothing.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-9
// CHECK-NOT: singular
// FINAL: r1 = 0.0684779 +- 1e-5
// FINAL: a = -0.0342389 +- 1e-5
model EqualDefinitions
  Real a(start = 0), b(start = 0);
  Real r1(start = 0.1, fixed = true, stateSelect = StateSelect.prefer);
  Real r2(stateSelect = StateSelect.prefer);
  Real w1(start = 0, fixed = true, stateSelect = StateSelect.prefer);
  Real w2(stateSelect = StateSelect.prefer);
  Real s = a + b;
  Real va, vb, tau;
equation
  r1 = b - a;
  r2 = b - a;
  w1 = der(r1);
  w2 = der(r2);
  tau = r2 + 0*w2;
  va = der(a);
  vb = der(b);
  der(va) = tau/3;
  der(vb) = -tau/3;
initial equation
  s = 0;
  der(s) = 0;
end EqualDefinitions;
