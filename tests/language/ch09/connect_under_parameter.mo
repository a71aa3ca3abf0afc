// RUN: causeway simulate %s -o %t.csv
// FINAL: b.c.v = 1 +- 1e-6
model M
  parameter Boolean on = true;
  connector C Real v; flow Real i; end C;
  model A C c; equation c.v = 1; end A;
  model B C c; equation c.i = 0; end B;
  A a;
  B b;
equation
  if on then
    connect(a.c, b.c);
  end if;
end M;
