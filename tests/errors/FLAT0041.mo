// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0041.mo:6:18: error[FLAT0041]: the exponent of a matrix must be a non-negative Integer known during translation
model M
  Real A[2, 2] = [time, 1; 2, 3];
  Real B[2, 2] = A ^ (-1);
end M;
