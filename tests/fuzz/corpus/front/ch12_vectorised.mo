model M
  function sq input Real u; output Real y; algorithm y := u*u; end sq;
  function add input Real a; input Real b; output Real y; algorithm y := a + b; end add;
  Real x[3] = sq({1, 2, 3});
  Real y[2, 2] = sq({{1, 2}, {3, 4}});
  Real z[2] = add(10, {1, 2});
end M;
