// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0503]: a has no element z
model M
  model A Real x = 1; end A;
  A a;
  Real y = a.z;
end M;
