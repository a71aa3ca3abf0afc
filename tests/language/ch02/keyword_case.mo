// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0112]: there is no class named 'real' here
model M
  real x = 1;
end M;
