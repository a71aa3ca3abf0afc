// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]
model M
  Real a[2, 2] = {1, 2};
end M;
