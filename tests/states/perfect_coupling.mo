// Coils that are coupled perfectly, M^2 = L1*L2: only the values of parameters show that one voltage follows from the other and that the
// currents are no two states.
// RUN: causeway simulate %s -o %t.csv --stop 0.1 --tolerance 1e-8
// CHECK-NOT: RT0032
// ALWAYS: %t.csv abs({v2} - 2*{v1}) < 1e-6
// FINAL: %t.csv i1 = -0.08286 +- 1e-4
// RUN: causeway simulate %s -o %t.2.csv --stop 0.1 -p M=0.19
// CHECK-NOT: RT0032
model PerfectCoupling
  parameter Real L1 = 0.1, L2 = 0.4, M = 0.2, R1 = 1, R2 = 10;
  Real i1(start = 0, fixed = true), i2, v1, v2, dv, u;
equation
  u = 10*sin(314.159265*time);
  v1 = L1*der(i1) + M*der(i2);
  dv = (L1 - M)*der(i1) + (M - L2)*der(i2);
  v2 = v1 - dv;
  u - v1 = R1*i1;
  v2 = -R2*i2;
end PerfectCoupling;
