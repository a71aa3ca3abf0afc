// RUN: causeway simulate %s -o %t.csv
// FINAL: top.a.c.i = -1 +- 1e-6
model M
  connector C Real v; flow Real i; end C;
  model A C c; equation c.v = 2; end A;
  model Outer
    C c;
    A a;
  equation
    connect(c, a.c);
  end Outer;
  model Load C c; equation c.i = 1; end Load;
  Outer top;
  Load l;
equation
  connect(top.c, l.c);
end M;
