// RUN: causeway flatten %s
// CHECK: parameter Real c.a.y = 2.0;
model M
  model A parameter Real x = 1; end A;
  model B parameter Real x = 1; parameter Real y = 2; end B;
  model C replaceable A a; end C;
  C c(redeclare B a);
end M;
