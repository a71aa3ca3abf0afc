// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0525]
model M
  Real a[2, 2] = [1, 2; 3];
end M;
