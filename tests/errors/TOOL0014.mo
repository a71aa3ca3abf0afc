// RUN: causeway check %s
// EXIT: 2
// CHECK: error[TOOL0014]: M has 3 equations for 2 unknowns
model M
  Real x, y;
equation
  x + y = 1;
  x - y = 2;
  x = 3;
end M;
