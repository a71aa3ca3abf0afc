// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]
model M
  parameter Real x = 3;
  Integer n = x;
end M;
