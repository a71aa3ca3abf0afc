// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0203]
model M
  model A final parameter Real x = 1; end A;
  A a(x = 4);
end M;
