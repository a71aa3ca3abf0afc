// Flows that never leave their components (15.2): what the port around them would give is the value of the one where the flow
// goes, and not zero, which need not be a value of the medium.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: part.port.h = 7 +- 1e-9
// FINAL: seen = 7 +- 1e-9
package NothingLeaves
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;

  model Sink
    parameter Real h = 7;
    Port port(m(min = 0));
  equation
    port.p = 1;
    port.h = h;
  end Sink;

  model Sensor
    Port port(m(min = 0));
    Real p = port.p;
  equation
    port.m = 0;
    port.h = 0;
  end Sensor;

  model Part
    Port port;
    Sink sink;
    Sensor sensor;
  equation
    connect(port, sink.port);
    connect(port, sensor.port);
  end Part;

  model Source
    Port port;
    Real seen = inStream(port.h);
  equation
    port.m = -2;
    port.h = 3;
  end Source;

  model Whole
    Part part;
    Source source;
    Real seen = source.seen;
  equation
    connect(source.port, part.port);
  end Whole;
end NothingLeaves;
