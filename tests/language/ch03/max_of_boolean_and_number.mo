// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Real x = max(true, 2);
end M;
