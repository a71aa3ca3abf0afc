// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0591]
model M
  Real x = time;
  parameter Real p = x;
end M;
