// A connector may have parameters; they are not connected.
// RUN: causeway simulate %s -o %t.csv
// FINAL: c.n = 2 +- 1e-6
model M
  connector C
    parameter Integer n = 1;
    Real v;
    flow Real i;
  end C;
  C c(n = 2);
equation
  c.v = 1;
end M;
