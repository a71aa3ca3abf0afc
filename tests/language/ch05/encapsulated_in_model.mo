// RUN: causeway flatten %s
// CHECK: Real b.y;
model A Real x = 1; encapsulated model B Real y = 2; end B; end A;
model M A.B b; end M;
