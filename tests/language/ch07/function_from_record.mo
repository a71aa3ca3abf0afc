// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0921]
record A end A;
function B extends A; end B;
model M import X = B; Real y = B(); end M;
