// RUN: causeway flatten %s
// CHECK-NOT: a.x
// CHECK: Real y
model M
  parameter Boolean use = false;
  model A Real x = 1; end A;
  A a if use;
  Real y = 1;
end M;
