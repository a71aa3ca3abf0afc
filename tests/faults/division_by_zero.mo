// Division by zero at the start: the equation and its numbers are named.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 4
// CHECK: error[RT
model DivisionByZero
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = 1;
  y = 1/x;
end DivisionByZero;
