// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0542]
model M
  Real x[2] = {1, 2};
  Integer n = size(x, 2);
end M;
