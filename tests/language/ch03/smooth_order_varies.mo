// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Integer n = integer(time);
  Real x = smooth(n, time);
end M;
