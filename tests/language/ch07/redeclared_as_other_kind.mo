// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0206]
model M
  model T end T;
  model A replaceable model B = T; end A;
  A a(redeclare T B);
end M;
