// A member that a connection adds to an expandable connector has the parameters of what it is connected with (MLS 3.6,
// 9.1.3): they decide its sizes.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: y = 23 +- 1e-9
// FINAL: z = 2.5 +- 1e-9
// FINAL: w = 7 +- 1e-9
// CHECK-NOT: warning
package P
  connector Port
    parameter Integer n;
    parameter Real scale = 1;
    Real v[n];
    flow Real f[n];
  end Port;
  expandable connector Node
  end Node;
  expandable connector Bus
  end Bus;
  model Source
    parameter Real v[:];
    Port port(n = size(v, 1), scale = 2.5);
    Port ports[2](each n = 3);
  equation
    port.v = v;
    for i in 1:2 loop
      ports[i].v = {1, 2, i*time};
    end for;
  end Source;
  model Load
    parameter Integer n = 2;
    Port port(final n = n, scale = 2.5);
  equation
    port.f = zeros(n);
  end Load;
  model Loads
    Port ports[2](each final n = 3);
  equation
    for i in 1:2 loop
      ports[i].f = zeros(3);
    end for;
  end Loads;
  model M
    Source source(v = {3, 20});
    Load load[2];
    Loads loads;
    Node node;
    Bus bus, bus2;
    Real y = sum(load[2].port.v);
    Real z = node.member.scale;
    Real w = sum(loads.ports[1].v) + loads.ports[2].v[2] + bus2.many[1].v[3];
  equation
    connect(source.port, node.member);
    for i in 1:2 loop
      connect(load[i].port, node.member);
    end for;
    connect(source.ports, bus.many);
    connect(bus, bus2);
    connect(bus2.many, loads.ports);
  end M;
end P;
