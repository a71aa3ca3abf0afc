// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0621]
model M
  Real a, b;
equation
  (a, b) = (1, 2);
end M;
