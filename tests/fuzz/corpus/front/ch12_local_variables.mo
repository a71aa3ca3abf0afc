model M
  function f
    input Real u;
    output Real y;
  protected
    Real h = u + 1;
  algorithm
    y := h ^ 2;
  end f;
  Real x = f(2);
end M;
