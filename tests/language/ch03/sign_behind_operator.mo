// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0017]
model M
  Real x = 2 * -3;
end M;
