// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]
model M
  Real a[2.5];
end M;
