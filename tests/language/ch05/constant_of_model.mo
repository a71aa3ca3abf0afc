// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0115]
model M
  model A constant Real c = 1; Real y = c; end A;
  Real x = A.c;
end M;
