model M
  function f output Real a; output Real b; algorithm a := 1; b := 2; end f;
  Real x = f();
end M;
