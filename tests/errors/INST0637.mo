// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0637.mo:7:3: error[INST0637]: the left side of := must be a variable
model M
  Real x;
algorithm
  time := 4;
  x := 1;
end M;
