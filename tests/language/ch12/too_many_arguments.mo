// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0561]: f takes 1 argument, 2 are given
model M
  function f input Real u; output Real y; algorithm y := u; end f;
  Real x = f(1, 2);
end M;
