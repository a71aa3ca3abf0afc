// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M "3.5: and works on Boolean"
  Boolean b = 1.0 and true;
end M;
