// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0518]
model M
  class A function f input Real u; output Real y; algorithm y := 2*u; end f; end A;
  A a[2];
  Real y = a.f(3);
end M;
