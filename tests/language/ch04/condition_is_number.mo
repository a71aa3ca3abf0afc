// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]
model M
  model A Real x = 1; end A;
  A a if 1;
end M;
