// RUN: causeway flatten %s
// CHECK: parameter Real c.x = 3.0;
// CHECK: parameter Real b.x = 2.0;
model M
  model A parameter Real x = 1; end A;
  model B = A(x = 2);
  model C = B(x = 3);
  C c;
  B b;
end M;
