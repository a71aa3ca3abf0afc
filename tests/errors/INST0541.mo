// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0541.mo:5:15: error[INST0541]: atan2: arguments 1 and 2 have different sizes: Real[2] and Real[3]
model M
  Real x[2] = atan2({1, 2}, {1, 2, 3});
end M;
