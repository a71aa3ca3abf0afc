// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0517]
model M
  type E = enumeration(a, b);
  Real x[E] = {1, 2};
  Real y = x[1];
end M;
