model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u ^ 2;
    annotation (Inline = true);
  end f;
  Real x = f(3);
end M;
