// On the DAE form systems between states and derivatives stay unsolved; one that is singular though its equations agree
// has a solution of least norm, which only solving it finds: it does not stay.
// RUN: causeway simulate %s -o %t.csv --solver ida
// CHECK: warning[RT0032]: at time 0 the system for
// CHECK: with ida
// FINAL: x = 0.36787944 +- 1e-5
model LeastNorm "Two ideal wires side by side: how they share the current is not determined, its sum is"
  parameter Real a = 1;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), i1, i2, z(start = 1);
equation
  i1 + a*i2 = x;
  a*i1 + i2 = x;
  der(x) = -(i1 + i2);
  der(y) = z - y;
  z + exp(z) = 8 + y;
end LeastNorm;
