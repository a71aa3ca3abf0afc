// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0525]
model M
  Real x[2] = {1, true};
end M;
