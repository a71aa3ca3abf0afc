// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0522]: operator not cannot be applied to Integer
model M
  Boolean b = not 1;
end M;
