// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0535]
model M
  Real y = sqrt(-1);
end M;
