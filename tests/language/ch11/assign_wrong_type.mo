// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]
model M
  Real x;
algorithm
  x := "one";
end M;
