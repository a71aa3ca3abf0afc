// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0018]
partial encapsulated model A
end A;
model M
  Real x = 1;
end M;
