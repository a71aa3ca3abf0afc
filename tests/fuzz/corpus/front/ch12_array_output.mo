model M
  function f input Real u[:]; output Real y[size(u, 1)]; algorithm y := 2 * u; end f;
  Real x[2] = f({1, 2});
end M;
