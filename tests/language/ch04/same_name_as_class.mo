// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0101]
model M
  model a Real x = 1; end a;
  a a;
end M;
