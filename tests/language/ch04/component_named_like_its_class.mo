// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0101]
model M
  Real x = 1;
  Real x = 2;
end M;
