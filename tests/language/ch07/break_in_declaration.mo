// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0027]
model M
  model A Real x = 1; end A;
  A a(break x);
end M;
