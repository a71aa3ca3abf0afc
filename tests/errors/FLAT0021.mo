// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0021]: 'fixed' of 'x' must be known during translation
model M
  parameter Boolean b(fixed = false);
  Real x(start = 1, fixed = b);
initial equation
  b = true;
equation
  der(x) = 1;
end M;
