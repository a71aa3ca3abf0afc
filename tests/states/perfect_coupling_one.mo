// Coils that are coupled perfectly and alike, L1 = L2 = M: the factors of both derivatives are zero, by the values of parameters only.
// RUN: causeway simulate %s -o %t.csv --stop 0.1 --tolerance 1e-8
// CHECK-NOT: RT0032
// ALWAYS: %t.csv abs({v2} - {v1}) < 1e-9
// ALWAYS: %t.csv abs({v1} + 10*{i2}) < 1e-9
// FINAL: %t.csv i1 = -0.04803 +- 1e-4
// RUN: causeway simulate %s -o %t.2.csv --stop 0.1 -p M=0.19
// CHECK-NOT: RT0032
model PerfectCouplingOne
  parameter Real L1 = 0.2, L2 = 0.2, M = 0.2, R1 = 1, R2 = 10;
  Real i1(start = 0, fixed = true), i2, v1, v2, dv, u;
equation
  u = 10*sin(314.159265*time);
  v1 = L1*der(i1) + M*der(i2);
  dv = (L1 - M)*der(i1) + (M - L2)*der(i2);
  v2 = v1 - dv;
  u - v1 = R1*i1;
  v2 = -R2*i2;
end PerfectCouplingOne;
