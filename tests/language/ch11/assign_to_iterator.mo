// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0636]
model M
  Real y;
algorithm
  for i in 1:3 loop i := 2; y := i; end for;
end M;
