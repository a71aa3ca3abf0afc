// RUN: causeway flatten %s
// CHECK: parameter Real a.x(unit = "V") = 4.0;
model M
  model A parameter Real x = 1; end A;
  A a(x = 4, x.unit = "V");
end M;
