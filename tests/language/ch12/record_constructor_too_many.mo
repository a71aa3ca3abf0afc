// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0561]
model M
  record R Real a; Real b; end R;
  R r = R(1, 2, 3);
end M;
