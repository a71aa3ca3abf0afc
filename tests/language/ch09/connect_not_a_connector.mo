// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0631]
model M
  Real a = 1, b;
equation
  connect(a, b);
end M;
