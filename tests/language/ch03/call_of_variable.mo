// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0572]: x is not a function
model M
  Real x = 1;
  Real y = x(2);
end M;
