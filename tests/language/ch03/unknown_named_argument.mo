// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0557]
model M
  Real y = delay(time, delay = 1);
end M;
