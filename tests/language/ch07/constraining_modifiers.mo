// RUN: causeway flatten %s
// CHECK: parameter Real d.a.x = 1.0;
// CHECK: parameter Real d.a.y = 2.0;
model M
  model A parameter Real x; end A;
  model B parameter Real x = 3.14; parameter Real y; end B;
  model C replaceable A a(x = 1); end C;
  model D extends C(redeclare B a(y = 2)); end D;
  D d;
end M;
