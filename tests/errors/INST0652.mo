// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0652.mo:6:18: error[INST0652]: sqrt is not defined for its argument -1
model M
  parameter Real p = -1;
  Real x[integer(sqrt(p))];
end M;
