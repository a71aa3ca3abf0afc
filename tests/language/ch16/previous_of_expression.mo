// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0550]: the argument of previous must be a variable
model PreviousOfExpression
  Real x(start = 0) = previous(x + 1);
end PreviousOfExpression;
