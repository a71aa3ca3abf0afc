// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0504]
model M
  model A protected Real x = 1; end A;
  A a;
  Real y = a.x;
end M;
