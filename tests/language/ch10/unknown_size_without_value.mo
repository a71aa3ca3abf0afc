// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0022]
model M
  Real a[:];
end M;
