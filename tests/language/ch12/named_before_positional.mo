// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0023]
model M
  function f input Real u; input Real v; output Real y; algorithm y := u - v; end f;
  Real x = f(u = 3, 2);
end M;
