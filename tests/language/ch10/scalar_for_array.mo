// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0590]
model M
  model A parameter Real k = 1; Real y = k; end A;
  A a[3](k = 2);
end M;
