// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0556]
model M
  Real y = sin(1, 2);
end M;
