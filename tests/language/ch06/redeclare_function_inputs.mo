// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  replaceable function f input Real u; output Real y; algorithm y := u; end f;
  Real x = f(1);
end A;
model M
  function g input Integer n; output Real y; algorithm y := n; end g;
  A a(redeclare function f = g);
end M;
