// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0545.mo:6:19: error[INST0545]: the dimension of cat must be known at translation
model M
  Integer n = integer(time);
  Real x[4] = cat(n, {1, 2}, {3, 4});
end M;
