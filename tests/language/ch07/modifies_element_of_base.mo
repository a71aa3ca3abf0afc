// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0205]
model A Real x = 1; end A;
model M
  extends A(y = 2);
end M;
