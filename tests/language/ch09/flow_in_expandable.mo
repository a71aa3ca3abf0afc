// Others sum up what flows through declared members of a bus.
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0911]
// RUN: causeway simulate %s M -o %t.csv --stop 1
// CHECK: warning[INST0911]
// FINAL: s.b.i = -4 +- 1e-9
expandable connector Bus
  Real v;
  flow Real i;
end Bus;
model Source
  Bus b;
equation
  b.v = 10;
end Source;
model Resistor
  Bus b;
equation
  b.v = 5*b.i;
end Resistor;
model M
  Source s;
  Resistor r1, r2;
equation
  connect(s.b, r1.b);
  connect(s.b, r2.b);
end M;
