// An Integer literal larger than the largest Integer is taken as a Real, or refused as an Integer.
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]: value of n: expected Integer, found Real
model M
  Integer n = 99999999999999999999;
end M;
