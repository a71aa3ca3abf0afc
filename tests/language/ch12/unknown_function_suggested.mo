// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0572]
// CHECK: did you mean 'sqrt'?
model M
  Real x = sqr(2);
end M;
