// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0201]
model M
  model A parameter Real x = 1; end A;
  A a(x.start = 4, x(start = 5));
end M;
