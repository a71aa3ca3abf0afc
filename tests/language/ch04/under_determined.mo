// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYM0402]: the model is under-determined
model M
  Real x, y;
equation
  x = y;
end M;
