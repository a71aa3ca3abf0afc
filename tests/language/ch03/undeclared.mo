// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0502]: resistence is not declared here
model M
  Real resistance = 1;
  Real y = resistence;
end M;
