// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0505]
model M
  parameter Real p = 1;
  model A Real x = p; end A;
  A a;
end M;
