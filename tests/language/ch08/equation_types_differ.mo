// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0624]
model M
  Boolean b;
equation
  b = 1;
end M;
