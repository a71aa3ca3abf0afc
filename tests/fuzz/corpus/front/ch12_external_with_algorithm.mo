model M
  function f
    output Real y;
  algorithm
    y := 1;
    external "C" y = g();
  end f;
  Real x = f();
end M;
