model M
  function f input Real u; output Real y; algorithm y := u; end f;
  function g = der(f, v);
  Real y = g(1);
end M;
