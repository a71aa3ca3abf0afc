// streams in arrays of connectors
// RUN: causeway simulate %s -o %t.csv
// FINAL: j.mix = 0 +- 1e-12
// FINAL: sink.hin = 30 +- 1e-6
package P
  connector F Real p; flow Real m; stream Real h; end F;
  model Src F f; parameter Real m = 1; parameter Real h0 = 10; equation f.m = -m; f.h = h0; end Src;
  model Sink F f; Real hin; equation f.p = 1; f.h = 0; hin = actualStream(f.h); end Sink;
  model J
    parameter Integer n = 2;
    F a[n]; F b; Real mix;
  equation
    for i in 1:n loop a[i].p = b.p; a[i].h = inStream(b.h); end for;
    sum(a.m) + b.m = 0;
    b.h = sum(max(a[i].m, 1e-10) * inStream(a[i].h) for i in 1:n) / sum(max(a[i].m, 1e-10) for i in 1:n);
    mix = sum(a.m) + b.m;
  end J;
  model T
    Src s[2](m = {1, 3}, h0 = {0, 40});
    J j(n = 2);
    Sink sink;
  equation
    connect(s.f, j.a);
    connect(j.b, sink.f);
  end T;
end P;
