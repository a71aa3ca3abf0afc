// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0546]
model M
  Real x[:] = cat(2, {1}, {2});
end M;
