// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0502]
model M
  parameter String s = 'hello';
end M;
