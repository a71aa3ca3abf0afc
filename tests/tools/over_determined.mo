// Three equations for two unknowns; after the constants are put in, nothing is left of the third.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: error[SYM0401]: the model is over-determined
// CHECK: x + y = 4
model Over
  Real x, y;
equation
  x = 1;
  y = 2*x;
  x + y = 4;
end Over;
