// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Real x[3] = cross({1, 2}, {1, 2, 3});
end M;
