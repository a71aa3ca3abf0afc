// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0018]
model M
  model A Real x = 1; end A;
  A a constrainedby A;
end M;
