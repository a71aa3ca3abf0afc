// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0574]
model M
  partial function f input Real u; output Real y; end f;
  Real x = f(2);
end M;
