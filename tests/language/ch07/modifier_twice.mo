// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0201]
model M
  model A parameter Real k = 1; Real x = k; end A;
  A a(k = 1, k = 2);
end M;
