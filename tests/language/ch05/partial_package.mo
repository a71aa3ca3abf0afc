// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0116]
partial package P constant Real x = 1; end P;
model M Real y = P.x; end M;
