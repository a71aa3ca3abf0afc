// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0404]
model M
  model A A a; end A;
  A a;
end M;
