// RUN: causeway flatten %s
// CHECK: Real b.x;
model M
  model A Real x = 1; end A;
  model B protected extends A; end B;
  B b;
end M;
