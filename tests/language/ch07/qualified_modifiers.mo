// RUN: causeway flatten %s
// CHECK: parameter Real b.a.x = 7.0;
// CHECK: parameter Real b.b.x = 8.0;
model M
  model A parameter Real x = 1; end A;
  model B A a; A b; end B;
  B b(a.x = 7, b.x = 8);
end M;
