// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0204]
model M
  Boolean b(min = false) = true;
end M;
