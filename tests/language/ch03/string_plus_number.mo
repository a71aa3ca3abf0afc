// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M
  parameter String s = "a" + 1;
end M;
