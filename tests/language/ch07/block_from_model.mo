// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0921]
model A end A;
block B extends A; end B;
model M extends B; end M;
