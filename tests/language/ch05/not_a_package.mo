// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0115]
model A Real x = 1; model B end B; end A;
model M A.B b; end M;
