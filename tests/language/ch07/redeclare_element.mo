// RUN: causeway flatten %s
// CHECK: parameter Real t.x = 3.0;
// CHECK: parameter Real t.y = 4.0;
model M
  model A replaceable model T parameter Real x = 1; end T; T t; end A;
  extends A;
  redeclare model T parameter Real x = 3; parameter Real y = 4; end T;
end M;
