// RUN: causeway flatten %s
// CHECK: parameter Real c.t.a = 9.0;
// CHECK: parameter Real c.t.b = 2.0;
// CHECK: parameter Real c.t.c = 3.0;
model M
  model A replaceable model T parameter Real a = 1; end T; T t; end A;
  model B extends A; redeclare replaceable model extends T parameter Real b = 2; end T; end B;
  model C extends B; redeclare model extends T(a = 9) parameter Real c = 3; end T; end C;
  C c;
end M;
