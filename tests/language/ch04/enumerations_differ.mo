// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]
model M
  type A = enumeration(x, y);
  type B = enumeration(p, q);
  parameter A a = B.p;
end M;
