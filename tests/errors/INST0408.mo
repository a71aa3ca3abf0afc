// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0408]: 'x' has 33 dimensions; at most 32 are possible
model INST0408
  Real x[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
end INST0408;
