// RUN: causeway simulate %s -o %t.csv
// FINAL: b.p.v = 4 +- 1e-6
model M
  connector P Real v; flow Real i; end P;
  connector C P p; P q; end C;
  model A C c; equation c.p.v = 4; c.q.v = 5; end A;
  model B P p; equation p.i = 0; end B;
  A a;
  B b;
equation
  connect(a.c.p, b.p);
end M;
