// RUN: causeway flatten %s
// CHECK: out.h = 0
// 15.2: no member can bring anything to the outside connector.
package Nothing
  connector Port
    flow Real m;
    Real p;
    stream Real h;
  end Port;
  model Sink
    Port a(m(min = 0));
  equation
    a.p = a.m;
    a.h = 1;
  end Sink;
  model M
    Port out;
    Sink s1, s2;
  equation
    connect(out, s1.a);
    connect(out, s2.a);
  end M;
end Nothing;
