// RUN: causeway simulate %s -o %t.csv
// FINAL: box.a.h = 7 +- 1e-12
// FINAL: box.b.h = 5 +- 1e-12
// FINAL: source.seen = 7 +- 1e-12
// 15.2: of two members the other one's value counts whatever the limits of its flow.
package OneWay
  connector Port
    flow Real m;
    Real p;
    stream Real h;
  end Port;
  model Pipe
    Port a(m(min = 0));
    Port b(m(max = 0));
  equation
    a.m + b.m = 0;
    a.p - b.p = a.m;
    b.h = inStream(a.h);
    a.h = 7;
  end Pipe;
  model Box
    Port a, b;
    Pipe pipe;
  equation
    connect(a, pipe.a);
    connect(pipe.b, b);
  end Box;
  model Source
    parameter Real p;
    Port a;
    Real seen = inStream(a.h);
  equation
    a.p = p;
    a.h = 5;
  end Source;
  model M
    Source source(p = 1), sink(p = 0);
    Box box;
  equation
    connect(source.a, box.a);
    connect(box.b, sink.a);
  end M;
end OneWay;
