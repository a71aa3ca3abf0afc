// RUN: causeway flatten %s
// CHECK: Real a.x(unit = "m")
model A
  replaceable type T = Real;
  T x = 1;
end A;
model M
  A a(redeclare type T = Real(unit = "m"));
end M;
