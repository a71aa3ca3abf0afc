// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0310]
model M
  model A protected replaceable Real x = 1; end A;
  extends A;
  redeclare Real x = 2;
end M;
