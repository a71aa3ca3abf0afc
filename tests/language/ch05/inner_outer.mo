// RUN: causeway flatten %s
// CHECK: parameter Real g = 5.0;
// CHECK: parameter Real a.h = g;
model M
  model A outer parameter Real g; parameter Real h = g; end A;
  inner parameter Real g = 5;
  A a;
end M;
