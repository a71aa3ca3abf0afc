// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0954]: expandable connectors that are connected to members of themselves
expandable connector Inner
end Inner;

expandable connector Bus
  Inner a;
  Inner b;
end Bus;

model Endless
  Bus bus;
equation
  connect(bus, bus.a);
  connect(bus, bus.b);
end Endless;
