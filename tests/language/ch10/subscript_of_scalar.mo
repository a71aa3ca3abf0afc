// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0512]: x is not an array and takes no subscripts
model M
  Real x = 1;
  Real y = x[1];
end M;
