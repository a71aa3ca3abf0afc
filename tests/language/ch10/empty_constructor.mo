// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0022]
model M
  Real a[0] = {};
end M;
