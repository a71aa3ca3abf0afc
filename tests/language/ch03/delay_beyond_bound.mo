// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0536]
model M
  Real y = delay(time, 2.0, 1.0);
end M;
