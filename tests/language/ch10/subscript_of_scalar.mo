// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0512]: x has 0 dimensions but 1 subscript is given
model M
  Real x = 1;
  Real y = x[1];
end M;
