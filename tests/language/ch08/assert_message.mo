// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
equation
  assert(time < 2, 3);
end M;
