// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0306]
model A Real x = 1; end A;
model B Real x = 2; end B;
model M
  extends A;
  extends B;
end M;
