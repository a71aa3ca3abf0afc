// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0203]
model A parameter Real k = 1; end A;
model B extends A(final k = 2); end B;
model M
  B b(k = 3);
end M;
