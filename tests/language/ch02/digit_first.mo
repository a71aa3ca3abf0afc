// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0007]
model M
  Real 1x = 1;
end M;
