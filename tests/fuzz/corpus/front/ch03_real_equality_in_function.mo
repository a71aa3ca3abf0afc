model M
  function same input Real a; input Real b; output Real y; algorithm y := if a == b then 1 else 0; end same;
  Real y = same(2.0, 2.0);
end M;
