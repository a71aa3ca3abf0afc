// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Real x = sqrt(true);
end M;
