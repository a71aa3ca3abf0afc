// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0204]
// CHECK: did you mean 'start'?
model M
  Real x(strat = 1) = 2;
end M;
