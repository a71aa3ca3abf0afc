// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0001]
model M
  Real x = 1 /* a /* b */ c */;
end M;
