// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0628]
model M
  function f input Real u; output Real y; algorithm y := 0; when u > 1 then y := 1; end when; end f;
  Real x = f(time);
end M;
