model M
  function f input Real u; input Real k = 2*u; output Real y; algorithm y := u + k; end f;
  Real a = f(3);
  Real b = f(3, 2);
  Real c = f(k = 2, u = 1);
end M;
