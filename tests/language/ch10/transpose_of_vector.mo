// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Real x[3] = transpose({1, 2, 3});
end M;
