// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]
model M
  Real x(unit = 3) = 1;
end M;
