// The class of a bus is missing: that is told once, not that the variables connected to it are no connectors.
// RUN: causeway check %s
// EXIT: 2
// CHECK: 8:3: error[INST0112]: there is no class named 'Weather' here
// CHECK-NOT: INST0631
model M
  Real wetBulb;
  Weather.Bus bus;
equation
  connect(bus.wetBulb, wetBulb);
end M;
