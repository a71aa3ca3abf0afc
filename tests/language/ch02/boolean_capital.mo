// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0502]: True is not declared here
model M
  Boolean a = True;
end M;
