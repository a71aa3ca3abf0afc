// RUN: causeway flatten %s
// CHECK: parameter Real b.a.x = 4.0;
// CHECK: parameter Real b.a.y = 2.0;
model M
  model A parameter Real x = 1; parameter Real y = 2; end A;
  model B A a(x = 3); end B;
  B b(a(x = 4));
end M;
