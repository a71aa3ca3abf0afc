// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0610.mo:6:22: error[INST0610]: this range has 1000000000 values
model M
  parameter Integer n = 1000000000;
  Real x[integer(sum(1:n))];
end M;
