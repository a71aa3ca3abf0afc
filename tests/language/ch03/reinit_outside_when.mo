// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0633]
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  reinit(x, 2);
end M;
