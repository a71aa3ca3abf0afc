// The same circuit in the equations that the 1993 paper prints: 10 of the submodels, 3 of its own, 10 of the coupling.
// Of its 23 equations 13 are left when those of the form a = b are gone.
// RUN: causeway explain %s
// CHECK: equations 23
// CHECK: after aliases 13
// CHECK: states 2
// RUN: causeway simulate %s -o %t.csv
// FINAL: y1 = 0.63212056 +~ 1e-5
// FINAL: y2 = 0.0062413345 +~ 1e-5
// FINAL: U0.i = 0.0099201283 +~ 1e-5
model Vsource "Generator sign: i flows out of a"
  Real V, Va, Vb, i;
equation
  V = Va - Vb;
end Vsource;

partial model Passive
  Real u, Va, Vb, i;
equation
  u = Va - Vb;
end Passive;

model Resistor
  extends Passive;
  parameter Real R;
equation
  u = R*i;
end Resistor;

model Capacitor
  extends Passive(u(start = 0, fixed = true));
  parameter Real C;
equation
  C*der(u) = i;
end Capacitor;

model Inductor
  extends Passive(i(start = 0, fixed = true));
  parameter Real L;
equation
  L*der(i) = u;
end Inductor;

model Common
  Real V;
equation
  V = 0;
end Common;

model Circuit1993 "23 equations"
  Vsource U0;
  Resistor R1(R = 100), R2(R = 20);
  Capacitor C(C = 0.1e-6);
  Inductor L(L = 1.5e-3);
  Common common;
  input Real u(start = 1) "Held at its start value: nothing drives it";
  output Real y1, y2;
equation
  U0.V = u;
  y1 = C.u;
  y2 = L.i;
  R1.Vb = C.Va;
  C.i = R1.i;
  R1.Va = R2.Va;
  U0.Va = R1.Va;
  R2.i + R1.i = U0.i;
  R2.Vb = L.Va;
  L.i = R2.i;
  C.Vb = L.Vb;
  U0.Vb = C.Vb;
  common.V = U0.Vb;
  annotation(experiment(StopTime=1e-5, Interval=1e-7, Tolerance=1e-8));
end Circuit1993;
