// RUN: causeway flatten %s
// CHECK: parameter Real c.s.n = 5.0;
model M
  model MO parameter Real n = 1; end MO;
  model Sine extends MO; end Sine;
  model Trapezoid extends MO; parameter Real w = 2; end Trapezoid;
  model C replaceable Sine s constrainedby MO(n = 5); end C;
  C c(redeclare Trapezoid s);
end M;
