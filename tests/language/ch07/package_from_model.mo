// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0921]
model A end A;
package B extends A; end B;
model M import X = B; X.Z z; end M;
