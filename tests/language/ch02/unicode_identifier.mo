// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0002]
model M
  Real größe = 1;
end M;
