// A port that is connected to nothing has no flow; its specific value is that of what would leave (3.7.4.5, 9.2).
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: RT0032
// VALUE: %t.csv tank.open.h(0) = 12 +- 1e-9
// FINAL: tank.open.h = 15 +- 1e-6
// FINAL: tank.fed.h = 15 +- 1e-6
package OpenPort
  connector Port
    Real p, h;
    flow Real m;
    flow Real H;
  end Port;

  model Tank
    Port open, fed;
    Real T(start = 4, fixed = true);
  equation
    open.H = semiLinear(open.m, open.h, 3*T);
    fed.H = semiLinear(fed.m, fed.h, 3*T);
    open.p = 1;
    fed.p = 1;
    der(T) = 1;
  end Tank;

  model Sink
    Port port;
    Real m = 0;
  equation
    port.m = m;
    port.H = semiLinear(port.m, port.h, 7);
  end Sink;

  model Whole
    Tank tank;
    Sink sink(m = 2);
  equation
    connect(tank.fed, sink.port);
  end Whole;
end OpenPort;
