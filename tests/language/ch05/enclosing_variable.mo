// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0505]
model M
  Real c = 3;
  model A Real x = c; end A;
  A a;
end M;
