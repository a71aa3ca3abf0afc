// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
equation
  assert(true, "text", 3);
end M;
