// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0403]
model M
  parameter Integer n = -1;
  Real x[n];
end M;
