// RUN: causeway flatten %s
// CHECK: parameter Real c.b.x = c.x;
// CHECK: parameter Real d.b.x = x;
model M
  model B parameter Real x; end B;
  model C parameter Real x = 2; B b(x = x); end C;
  parameter Real x = 3;
  C c;
  C d(b(x = x));
end M;
