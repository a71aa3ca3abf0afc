// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0016]
model M
  Boolean b = 1 < 2 < 3;
end M;
