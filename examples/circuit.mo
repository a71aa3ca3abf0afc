// The passive circuit of the 1993 paper: a source feeds R1-C and R2-L side by side.
// y1 = 1 - exp(-t/(R1*C)), y2 = (1 - exp(-t*R2/L))/R2.
// RUN: causeway simulate %s -o %t.csv
// FINAL: y1 = 0.63212056 +~ 1e-5
// FINAL: y2 = 0.0062413345 +~ 1e-5
// FINAL: source.i = -0.0099201283 +~ 1e-5
model Circuit "Two branches, two states, two causalities of one resistor class"
  import Causeway.Electrical.*;
  extends Causeway.Icons.Experiment;
  parameter Real u(unit = "V") = 1;
  ConstantVoltage source(V = u);
  Resistor R1(R = 100), R2(R = 20);
  Capacitor C(C = 0.1e-6, v(start = 0, fixed = true));
  Inductor L(L = 1.5e-3, i(start = 0, fixed = true));
  Ground ground;
  output Real y1(unit = "V") = C.v;
  output Real y2(unit = "A") = L.i;
equation
  connect(source.p, R1.p);
  connect(R1.n, C.p);
  connect(C.n, ground.p);
  connect(source.p, R2.p);
  connect(R2.n, L.p);
  connect(L.n, ground.p);
  connect(source.n, ground.p);
  annotation(experiment(StopTime=1e-5, Interval=1e-7, Tolerance=1e-8));
end Circuit;
