// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0638]
model M
  function f input Real u; output Real y; algorithm u := 1; y := u; end f;
  Real x = f(2);
end M;
