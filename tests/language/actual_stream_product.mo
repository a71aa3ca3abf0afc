// A flow times actualStream is continuous where the flow changes its sign: no event (MLS 3.6, 15.3); actualStream alone has one.
// RUN: causeway flatten %s
// CHECK: volume.port.m_flow*(if noEvent(volume.port.m_flow > 0.0) then
// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: 1 events
// FINAL: volume.U = 0.5 +- 1e-4
connector Port
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end Port;

model Source
  Port port;
equation
  port.m_flow = 1 - time;
  port.h_outflow = 3;
end Source;

model Volume
  Port port;
  Real U(start = 0, fixed = true);
  Real h = actualStream(port.h_outflow);
equation
  der(U) = port.m_flow*actualStream(port.h_outflow);
  port.h_outflow = 2;
  port.p = 1;
end Volume;

model ActualStreamProduct
  Volume volume;
  Source source;
equation
  connect(volume.port, source.port);
end ActualStreamProduct;
