// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0502]
model M
  Real x;
algorithm
  y := 1;
  x := 1;
end M;
