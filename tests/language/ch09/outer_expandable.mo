// Members of an expandable connector that are connected to through an outer declaration of it.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: r.k.z = 3 +- 1e-9
// FINAL: q.z = 2 +- 1e-9
package P
  expandable connector Bus
  end Bus;
  connector RI = input Real;
  connector RO = output Real;
  model Source
    parameter Real k = 2;
    RO y = k*time;
  end Source;
  model Sink
    RI u;
    Real z = u;
  end Sink;
  model R
    outer Bus bus;
    Source s;
    Sink k;
  equation
    connect(s.y, bus.a);
    connect(k.u, bus.b);
  end R;
  model M
    inner Bus bus;
    Bus top;
    R r;
    Source t(k = 3);
    Sink q;
  equation
    connect(bus, top);
    connect(t.y, bus.b);
    connect(q.u, top.a);
  end M;
end P;
