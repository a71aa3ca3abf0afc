// RUN: causeway flatten %s
// CHECK: parameter Real t.x = 9.0;
// CHECK: parameter Real t.y = 4.0;
model M
  model A replaceable model T parameter Real x = 1; end T; T t; end A;
  extends A;
  redeclare model extends T(x = 9) parameter Real y = 4; end T;
end M;
