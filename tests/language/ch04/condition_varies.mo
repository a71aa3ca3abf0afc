// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0611]
model M
  model A Real x = 1; end A;
  A a if time > 1;
end M;
