// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0118]
model M
  replaceable model A Real x = 1; end A;
  extends A;
end M;
