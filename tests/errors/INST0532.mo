// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0532.mo:5:10: error[INST0532]: end has a meaning inside subscripts only
model M
  Real x[end] = {1, 2};
end M;
