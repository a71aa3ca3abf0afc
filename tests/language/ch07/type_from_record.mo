// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0921]
record A end A;
type B extends A; end B;
model M extends B; end M;
