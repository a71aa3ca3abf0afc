// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]
model M
  Real x[2];
algorithm
  x := {1, 2, 3};
end M;
