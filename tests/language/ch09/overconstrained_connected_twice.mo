// A connection of overdetermined connectors that is written twice counts once: it makes no loop.
// RUN: causeway simulate %s OverconstrainedConnectedTwice.M -o %t.csv --stop 1
// FINAL: sink.y = 1 +- 1e-9
package OverconstrainedConnectedTwice
  record Angle
    Real c;
    Real s;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[1];
    algorithm
      residue := {a.c*b.s - a.s*b.c};
    end equalityConstraint;
  end Angle;
  connector Port
    Angle a;
    Real p;
    flow Real q;
  end Port;
  model Source
    Port port;
  equation
    Connections.root(port.a);
    port.a.c = cos(time);
    port.a.s = sin(time);
    port.p = 1;
  end Source;
  model Sink
    Port port;
    Real y = port.a.c^2 + port.a.s^2;
  equation
    port.q = port.p;
  end Sink;
  model M
    Source source;
    Sink sink;
  equation
    connect(source.port, sink.port);
    connect(sink.port, source.port);
  end M;
end OverconstrainedConnectedTwice;
