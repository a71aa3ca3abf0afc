// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0639]
model M
  Real y;
algorithm
  y := 1;
  break;
end M;
