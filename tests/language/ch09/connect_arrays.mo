// RUN: causeway simulate %s -o %t.csv
// FINAL: b[2].c.v = 2 +- 1e-6
model M
  connector C Real v; flow Real i; end C;
  model A C c; parameter Real k = 1; equation c.v = k; end A;
  model B C c; equation c.i = 0; end B;
  A a[2](k = {1, 2});
  B b[2];
equation
  connect(a.c, b.c);
end M;
