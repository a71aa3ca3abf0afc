// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0007.mo:5:12: error[SYN0007]: this number is larger than the largest Real, 1.7976931348623157e308
model M
  Real x = 1e400;
end M;
