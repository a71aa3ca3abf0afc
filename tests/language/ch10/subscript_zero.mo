// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0511]
model M
  Real v[3] = {1, 2, 3};
  Real a = v[0];
end M;
