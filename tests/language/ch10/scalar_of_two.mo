// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Real a = scalar({1, 2});
end M;
