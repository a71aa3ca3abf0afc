// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0547]
model M
  Real x[:, :] = cat(1, [1, 2], [1, 2, 3]);
end M;
