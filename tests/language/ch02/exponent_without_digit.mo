// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0007]
model M
  Real x = 1e;
end M;
