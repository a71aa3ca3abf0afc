// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0605]
model M
  Integer k = integer(time);
  Real a[k];
end M;
