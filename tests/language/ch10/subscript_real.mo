// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0510]
model M
  Real x[3] = {1, 2, 3};
  Real y = x[1.0];
end M;
