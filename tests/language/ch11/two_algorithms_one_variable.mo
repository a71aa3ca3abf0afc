// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYM0401]
model M
  Real x;
algorithm
  x := 1;
algorithm
  x := 2;
end M;
