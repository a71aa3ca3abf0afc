// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0565]
model M
  function f input Boolean b; output Real y; algorithm y := if b then 1 else 0; end f;
  Real x = f(1);
end M;
