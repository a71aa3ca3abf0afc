// Constants and parameters of connected connectors must agree (9.3).
// RUN: causeway simulate %s -o %t.csv
// CHECK: assertion failed
// EXIT: 4
model M
  connector C parameter Integer n = 1; Real v; flow Real i; end C;
  model A C c(n = 2); equation c.v = 1; end A;
  model B C c(n = 3); equation c.i = 0; end B;
  A a;
  B b;
equation
  connect(a.c, b.c);
end M;
