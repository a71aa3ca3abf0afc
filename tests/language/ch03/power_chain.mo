// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0016]
model M
  Real x = 2 ^ 3 ^ 2;
end M;
