// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]: value of i: expected Integer, found Real
model M
  parameter Integer i = 4/2;
end M;
