// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0548]
model M
  function f input Real u; output Real y; algorithm y := der(u); end f;
  Real x = f(time);
end M;
