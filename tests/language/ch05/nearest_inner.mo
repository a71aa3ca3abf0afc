// RUN: causeway flatten %s
// CHECK: parameter Real b.a.h = b.g;
model M
  model A outer parameter Real g; parameter Real h = g; end A;
  model B inner parameter Real g = 1; A a; end B;
  inner parameter Real g = 5;
  B b;
end M;
