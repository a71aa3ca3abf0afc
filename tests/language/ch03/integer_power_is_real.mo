// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]: value of n: expected Integer, found Real
model M
  Integer n = 2 ^ 2;
end M;
