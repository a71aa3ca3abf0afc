// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0631]
model M
  Real x = 1, y;
equation
  connect(x, y);
end M;
