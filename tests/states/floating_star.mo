// The star point floats: the currents add up to zero, and so is the zero component, which is no state although it is
// differentiated and structure alone would allow it (the system for the voltages would be singular then).
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-8
// FINAL: z = 0 +- 1e-12
// FINAL: a = 0.42141371 +- 1e-6
// FINAL: n = 0.33333333 +- 1e-6
// CHECK-NOT: singular
model FloatingStar
  Real a, b, c "currents";
  Real z(stateSelect = StateSelect.prefer) "zero component";
  Real p(start = 0, fixed = true), q(start = 0, fixed = true) "the other two components";
  Real va, vb, vc "voltages of the phases";
  Real v0 "voltage of the zero component";
  Real n "voltage of the star point";
equation
  a + b + c = 0;
  3*z = a + b + c;
  p = (2*a - b - c)/3;
  q = (b - c)/2;
  der(p) + p = (2*va - vb - vc)/3;
  der(q) + q = (vb - vc)/2;
  der(z) + z = v0;
  3*v0 = va + vb + vc;
  va = 1 - n;
  vb = 0 - n;
  vc = 0 - n;
end FloatingStar;
