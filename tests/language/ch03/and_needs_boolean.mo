// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M
  Boolean b = 1 and true;
end M;
