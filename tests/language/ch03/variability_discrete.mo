// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0591]
model M
  parameter Boolean b = time > 1;
end M;
