// RUN: causeway simulate %s -o %t.csv
// FINAL: b.a.x = 4 +- 1e-6
model M
  model A parameter Real k = 1; Real x = k; end A;
  model B A a; end B;
  B b(a(k = 4));
end M;
