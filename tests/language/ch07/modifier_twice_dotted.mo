// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0201]
model M
  model A parameter Real k = 1; Real x = k; end A;
  model B A a; end B;
  B b(a(k = 1), a.k = 2);
end M;
