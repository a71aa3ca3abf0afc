// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0544.mo:5:15: error[INST0544]: cat needs a dimension and at least one array
model M
  Real x[:] = cat(1);
end M;
