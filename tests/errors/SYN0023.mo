// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0023.mo:5:26: error[SYN0023]: a positional argument cannot follow a named one
model M
  Real x = atan2(u1 = 1, 2);
end M;
