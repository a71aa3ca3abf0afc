// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M
  Real a[2] = {1, 2} + 1;
end M;
