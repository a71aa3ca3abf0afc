// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0631]
model M
  model A Real x = 1; end A;
  A a, b;
equation
  connect(a, b);
end M;
