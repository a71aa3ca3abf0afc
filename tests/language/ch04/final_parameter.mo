// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0203]
model M
  model A final parameter Real p = 1; end A;
  A a(p = 2);
end M;
