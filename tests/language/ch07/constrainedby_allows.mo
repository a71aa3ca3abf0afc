// RUN: causeway simulate %s -o %t.csv
// FINAL: a.b.y = 2 +- 1e-6
model A
  partial model P Real x; end P;
  replaceable model B Real x = 1; Real z = 3; end B constrainedby P;
  B b;
end A;
model M
  model C Real x = 1; Real y = 2; end C;
  A a(redeclare model B = C);
end M;
