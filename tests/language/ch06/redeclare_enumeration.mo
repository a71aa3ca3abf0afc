// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  replaceable type T = enumeration(a, b);
  parameter T x = T.a;
end A;
model M
  A a(redeclare type T = enumeration(c, d));
end M;
