// RUN: causeway flatten %s
// CHECK: Real x[2,3];
model M
  type V3 = Real[3];
  V3 x[2] = {{1, 2, 3}, {4, 5, 6}};
end M;
