// A diode charges a capacitor that a resistor empties.  The diode stops conducting at the phase pi - atan(w*R*C) and begins again
// where the source meets the decaying voltage.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv C.v(0.004) = 9.5105652 +- 1e-3
// VALUE: %t.csv C.v(0.01) = 6.3752486 +- 1e-3
// VALUE: %t.csv C.v(0.055) = 3.8667837 +- 1e-3
// FINAL: C.v = 2.3453229 +- 1e-3
model Rectifier "A switching nonlinearity without a nonlinear equation"
  import Causeway.Electrical.*;
  extends Causeway.Icons.Experiment;
  SineVoltage source(V = 10, f = 50);
  Diode diode(Ron = 1e-4, Goff = 1e-9);
  Capacitor C(C = 1e-4, v(start = 0, fixed = true));
  Resistor R(R = 100);
  Ground ground;
equation
  connect(source.p, diode.p);
  connect(diode.n, C.p);
  connect(C.p, R.p);
  connect(C.n, ground.p);
  connect(R.n, ground.p);
  connect(source.n, ground.p);
  annotation(experiment(StopTime=0.1, Interval=1e-4, Tolerance=1e-8));
end Rectifier;
