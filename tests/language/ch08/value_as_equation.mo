// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0635]
model M
equation
  sin(1);
end M;
