// RUN: causeway simulate %s -o %t.csv
// FINAL: b[3].c.v = 3 +- 1e-6
model M
  connector C Real v; flow Real i; end C;
  model A C c; parameter Real k = 1; equation c.v = k; end A;
  model B C c; equation c.i = 0; end B;
  A a[3](k = {1, 2, 3});
  B b[3];
equation
  for i in 1:3 loop
    connect(a[i].c, b[i].c);
  end for;
end M;
