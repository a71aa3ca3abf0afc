// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  connector C Real v; flow Real i; end C;
  model A C c; Integer k = cardinality(c); equation c.v = 1; end A;
  model B C c; equation c.i = 0; end B;
  A a;
  B b;
  Integer n = a.k;
equation
  connect(a.c, b.c);
end M;
