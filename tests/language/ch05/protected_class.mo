// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0114]
package P protected model A end A; end P;
model M P.A a; end M;
