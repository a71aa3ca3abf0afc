// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0622]
model M
  function f input Real u; output Real y; algorithm y := u; end f;
  Real a, b;
equation
  (a, b) = f(1);
end M;
