// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0010]
model M
  Real der = 1;
end M;
