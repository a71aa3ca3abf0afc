// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0504]
model M
  model A Real x = 1; end A;
  model B protected extends A; end B;
  B b;
  Real y = b.x;
end M;
