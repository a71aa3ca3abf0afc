// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M
  String s = "a" * 2;
end M;
