// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0949]
model M
  discrete Real x = 1;
end M;
