// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0301]
model A extends B; end A;
model B extends A; end B;
model M A a; end M;
