// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]
model M
  model A parameter Real k = 1; Real x = k; end A;
  A a[2](k = {5, 6, 7});
end M;
