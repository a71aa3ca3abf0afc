// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv sink.seen(0) = 3 +- 1e-12
// VALUE: %t.csv sink.seen(0.5) = 1 +- 1e-12
// FINAL: sink.seen = 1 +- 1e-12
// ALWAYS: 1 - 1e-12 <= {sink.seen} <= 3 + 1e-12
// What does not flow in takes no part in the mixture as long as something flows; where nothing does, all take part
// alike, and the passage between is smooth (MLS 3.6, 15.2).
connector Fluid
  Real p;
  flow Real m;
  stream Real h;
end Fluid;
model Source
  input Real m;
  parameter Real h;
  Fluid port;
equation
  port.m = -m;
  port.h = h;
end Source;
model Sink
  Fluid port;
  Real seen = inStream(port.h);
equation
  port.p = 0;
  port.h = 0;
end Sink;
model M
  Source a(m = 1e-3*time, h = 1), b(m = -1e-4*time, h = 5);
  Sink sink;
equation
  connect(a.port, sink.port);
  connect(b.port, sink.port);
end M;
