// RUN: causeway simulate %s -o %t.csv
// FINAL: c.b.a.x = 7 +- 1e-6
model M
  model A parameter Real k = 1; Real x = k; end A;
  model B A a(k = 2); end B;
  model C B b(a(k = 3)); end C;
  C c(b(a(k = 7)));
end M;
