// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0301]
model M
  extends M;
end M;
