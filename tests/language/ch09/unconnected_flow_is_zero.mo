// RUN: causeway simulate %s -o %t.csv
// FINAL: a.c.i = 0 +- 1e-6
model M
  connector C Real v; flow Real i; end C;
  model A C c; equation c.v = 1; end A;
  A a;
end M;
