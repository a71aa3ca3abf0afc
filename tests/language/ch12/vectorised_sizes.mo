// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0566]
model M
  function f input Real a; input Real b; output Real y; algorithm y := a + b; end f;
  Real x[2] = f({1, 2}, {1, 2, 3});
end M;
