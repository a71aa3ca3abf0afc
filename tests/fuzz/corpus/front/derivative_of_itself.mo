model M
  function f input f u; output Real y; algorithm y := u; end f;
  function g = der(g, v);
  Real y = g(1);
end M;
