// RUN: causeway simulate %s -o %t.csv
// FINAL: a.b.x = 9 +- 1e-6
model A
  replaceable model B parameter Real k = 1; Real x = k; end B;
  B b;
end A;
model M
  model C parameter Real k = 2; Real x = k; end C;
  A a(redeclare model B = C(k = 9));
end M;
