// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0637]
model M
  Real x;
algorithm
  time := 1;
  x := 1;
end M;
