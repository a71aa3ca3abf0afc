// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0007]
model M
  Integer n = 0x1F;
end M;
