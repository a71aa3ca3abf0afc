// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0512]: v has 1 dimension but 2 subscripts are given
model M
  Real v[3] = {1, 2, 3};
  Real a = v[1, 1];
end M;
