// hold of an expression is that of a variable equal to it.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0550]: the argument of hold must be a variable
// FINAL: y = 5 +- 1e-9
// FINAL: b = 1 +- 1e-9
// FINAL: z = 0.9 +- 1e-9
model M
  Real u = sample(time, Clock(1, 10));
  Real v = sample(2*time, Clock(1, 10));
  Real y = hold(u + v*2);
  Boolean b = hold(u > 0.5);
  Real z = hold(previous(u));
end M;
