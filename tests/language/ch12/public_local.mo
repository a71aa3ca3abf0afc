// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0907]
model M
  function f input Real u; output Real y; Real h; algorithm h := u; y := h; end f;
  Real x = f(2);
end M;
