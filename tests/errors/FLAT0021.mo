// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0021.mo:6:21: error[FLAT0021]: 'fixed' of 'x' must be known during translation
model M
  Boolean b = time > 1;
  Real x(start = 1, fixed = b);
equation
  der(x) = 1;
end M;
