// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0640]
model M
  Real y;
algorithm
  y := 1;
  return;
end M;
