// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0203]
model M
  model A parameter Real k = 1; end A;
  model B A a(final k = 2); end B;
  B b(a(k = 3));
end M;
