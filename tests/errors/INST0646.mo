// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0646.mo:12:3: error[INST0646]: bus is an expandable connector and cannot be connected to p, which is not (MLS 9.1.3)
// CHECK: hint: connect it to a member of the expandable connector: bus.p
model INST0646
  expandable connector Bus end Bus;
  connector Pin Real v; flow Real i; end Pin;
  Bus bus;
  Pin p;
equation
  p.v = 1;
  connect(p, bus);
end INST0646;
