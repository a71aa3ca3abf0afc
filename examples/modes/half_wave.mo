// RUN: causeway simulate %s -o %t.csv --tolerance 1e-12 --interval 0.001
// CHECK: 2 modes, 4 changes
// VALUE: %t.csv off(3.9407331347) = 0 +- 0
// VALUE: %t.csv off(3.9407331367) = 1 +- 0
// VALUE: %t.csv relative(2.284) = 1.0694322449 +- 1e-8
// VALUE: %t.csv i(5) = 0 +- 1e-12
// VALUE: %t.csv off(6.2831853061) = 1 +- 0
// VALUE: %t.csv off(6.2831853082) = 0 +- 0
// ALWAYS: {i} > -1e-12
model HalfWave "An ideal diode, a resistor and an inductor: one state while it conducts, none while it does not"
  parameter Real R = 1, L = 1, V = 1;
  Real i(start = 0), v "of the diode", s "current while it conducts, voltage while it does not";
  Real relative = i*sqrt(R^2 + L^2)/V;
  Boolean off = s < 0;
equation
  V*sin(time) = v + R*i + L*der(i);
  v = if off then s else 0;
  i = if off then 0 else s;
  annotation (experiment(StopTime = 15));
end HalfWave;
