// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0566]
model M
  function f input Real u; input Real v; output Real y; algorithm y := u * v; end f;
  Real a[2] = f({1, 2}, {1, 2, 3});
end M;
