// An additional input needs a default (6.5).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a.x = 3 +- 1e-6
model A
  replaceable function f input Real u; output Real y; algorithm y := u; end f;
  Real x = f(1);
end A;
model M
  function g input Real u; input Real v = 2; output Real y; algorithm y := u + v; end g;
  A a(redeclare function f = g);
end M;
