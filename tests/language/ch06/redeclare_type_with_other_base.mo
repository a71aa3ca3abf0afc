// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  replaceable type T = Real;
  T x = 1;
end A;
model M
  A a(redeclare type T = Integer);
end M;
