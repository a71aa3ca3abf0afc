// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0591]
model M
  Real x(min = time) = 1;
end M;
