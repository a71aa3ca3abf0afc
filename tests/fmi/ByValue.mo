// What is translated again in a run (values of parameters show that states are bound to each other) is translated so for an FMU.
// RUN: causeway fmu %s --kind me -o v.fmu --quiet && causeway simulate v.fmu --stop 0.1 --tolerance 1e-8 -o v.csv
// FINAL: v.csv i1 = -0.08286 +- 1e-4
// ALWAYS: v.csv abs({v2} - 2*{v1}) < 1e-6
model ByValue "coils that are coupled perfectly"
  parameter Real L1 = 0.1, L2 = 0.4, M = 0.2, R1 = 1, R2 = 10;
  Real i1(start = 0, fixed = true), i2, v1, v2, dv, u;
equation
  u = 10*sin(314.159265*time);
  v1 = L1*der(i1) + M*der(i2);
  dv = (L1 - M)*der(i1) + (M - L2)*der(i2);
  v2 = v1 - dv;
  u - v1 = R1*i1;
  v2 = -R2*i2;
end ByValue;
