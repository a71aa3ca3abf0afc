// RUN: causeway simulate %s -o %t.csv
// CHECK: TOOL0019.mo:8:18: warning[TOOL0019]: parameter k has no value; its start value is used
// CHECK: neither has a.k
// RUN: causeway simulate %s -o %t.csv -p k=2 -p a.k=3
// FINAL: x = 2 +- 1e-9
model M
  model A parameter Real k(start = 4); Real x = k * time; end A;
  parameter Real k;
  Real x = k * time;
  A a;
end M;
