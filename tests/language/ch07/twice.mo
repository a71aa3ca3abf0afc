// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0201]
model M
  model A parameter Real x = 1; end A;
  A a(x = 4, x = 5);
end M;
