model M
  function f input Real u; output Real y; algorithm y := u; end f;
  Real x = f(1, u = 2);
end M;
