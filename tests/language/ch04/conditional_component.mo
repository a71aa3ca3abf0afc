// RUN: causeway flatten %s
// CHECK: Real c.x;
model M
  parameter Boolean b = false;
  model A Real x = time; end A;
  A a if b;
  A c if not b;
end M;
