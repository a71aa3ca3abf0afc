// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]: operator * cannot be applied to Real[2, 3] and Integer[2]
model M
  Real A[2, 3] = ones(2, 3);
  Real x[2] = A*{1, 2};
end M;
