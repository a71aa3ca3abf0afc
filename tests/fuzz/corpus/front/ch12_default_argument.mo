model M
  function f input Real u; input Real v = 2; output Real y; algorithm y := u + v; end f;
  Real x = f(1);
  Real y = f(1, 4);
end M;
