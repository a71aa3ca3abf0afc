// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0002]
model M
  Boolean b = 1 != 2;
end M;
