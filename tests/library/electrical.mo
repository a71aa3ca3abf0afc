// A switch closes at t = 1 and charges a capacitor through a resistor; sensors watch.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv voltmeter.y(0.9) = 0 +- 1e-3
// VALUE: %t.csv voltmeter.y(1.5) = 3.934693 +- 1e-3
// VALUE: %t.csv ammeter.y(1.5) = 0.06065307 +- 1e-4
// FINAL: bridge.v = 2.5 +- 1e-6
model ElectricalParts
  import Causeway.Electrical.*;
  ConstantVoltage battery(V = 10);
  Switch switch(Ron = 1e-6, Goff = 1e-9);
  Resistor R(R = 100), r1(R = 30), r2(R = 10);
  Capacitor C(C = 0.01, v(start = 0, fixed = true));
  VoltageSensor voltmeter;
  CurrentSensor ammeter;
  VoltageSensor bridge;
  SignalCurrent leak(u = 0);
  Ground ground;
equation
  switch.closed = time >= 1;
  connect(battery.p, switch.p);
  connect(switch.n, ammeter.p);
  connect(ammeter.n, R.p);
  connect(R.n, C.p);
  connect(C.n, ground.p);
  connect(battery.n, ground.p);
  connect(voltmeter.p, C.p);
  connect(voltmeter.n, C.n);
  connect(battery.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, ground.p);
  connect(bridge.p, r2.p);
  connect(bridge.n, r2.n);
  connect(leak.p, C.p);
  connect(leak.n, ground.p);
  annotation(experiment(StopTime=2, Interval=0.01, Tolerance=1e-8));
end ElectricalParts;
