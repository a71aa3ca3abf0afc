// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0931]
model M
  model A Real x = 1; end A;
  parameter A a;
end M;
