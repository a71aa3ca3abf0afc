// RUN: causeway simulate %s -o %t.csv
// EXIT: 2
// CHECK: error[SYM0402]: the model is under-determined: 2 variables have only 1 equations; 1 more needed
model M
  Real x, y;
equation
  x + y = time;
end M;
