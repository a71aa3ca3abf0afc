// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0563]
model M
  function f input Real u; output Real y; algorithm y := u; end f;
  Real x = f(v = 2);
end M;
