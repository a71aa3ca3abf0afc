// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0210]
model M
  record A parameter Real x; parameter Real y; end A;
  model B parameter A a = A(2, 3); end B;
  B b(a(x = 4));
end M;
