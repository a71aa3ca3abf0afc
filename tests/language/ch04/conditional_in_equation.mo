// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0516]
model M
  model A Real x = 1; end A;
  A a if true;
  Real y = a.x;
end M;
