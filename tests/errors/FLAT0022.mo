// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0022.mo:5:3: error[FLAT0022]: the size of dimension 1 of 'a' is not known
model M
  parameter Real a[:];
  Real x = sum(a);
end M;
