// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: sink.seen = 4 +- 1e-6
// FINAL: sink.pair[1] = 4 +- 1e-6
// FINAL: sink.pair[2] = 2.6666667 +- 1e-6
// A stream goes with the flow of its own connector (MLS 3.6, 15.1), not with another flow of a connector around it.
connector Heat
  Real T;
  flow Real Q;
end Heat;
connector Fluid
  Real p;
  flow Real m;
  stream Real h;
end Fluid;
connector Bus
  Heat heat;
  Fluid port;
  Fluid pair[2];
end Bus;
model Source
  parameter Real m, h, Q;
  Bus bus;
equation
  bus.heat.Q = Q;
  bus.port.m = -m;
  bus.port.h = h;
  bus.pair.m = {-m, -h};
  bus.pair.h = {h, m};
end Source;
model Sink
  Bus bus;
  Real seen, pair[2];
equation
  bus.heat.T = 0;
  bus.port.p = 0;
  bus.port.h = 0;
  bus.pair.p = {0, 0};
  bus.pair.h = {0, 0};
  seen = inStream(bus.port.h);
  pair = inStream(bus.pair.h);
end Sink;
model M
  Source a(m = 1, h = 1, Q = -7), b(m = 3, h = 5, Q = 20);
  Sink sink;
equation
  connect(a.bus, sink.bus);
  connect(b.bus, sink.bus);
end M;
