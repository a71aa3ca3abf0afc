// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M
  Real x = true + 1;
end M;
