// The voltage divider of the 1993 paper: a system of simultaneous equations that is solved once and for all,
// y = R2/(R1 + R2)*u.
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 0.16666666667 +- 1e-9
// FINAL: R1.i = 0.0083333333333 +- 1e-11
model Divider "A linear system without states"
  import Causeway.Electrical.*;
  extends Causeway.Icons.Experiment;
  parameter Real u(unit = "V") = 1;
  ConstantVoltage source(V = u);
  Resistor R1(R = 100), R2(R = 20);
  Ground ground;
  output Real y(unit = "V") = R2.v;
equation
  connect(source.p, R1.p);
  connect(R1.n, R2.p);
  connect(R2.n, ground.p);
  connect(source.n, ground.p);
  annotation(experiment(StopTime=1));
end Divider;
