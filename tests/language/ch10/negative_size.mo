// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0543]
model M
  Real x[:] = zeros(-1);
end M;
