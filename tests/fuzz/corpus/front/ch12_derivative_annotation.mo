model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u ^ 2;
    annotation (derivative = f_der);
  end f;
  function f_der
    input Real u;
    input Real du;
    output Real dy;
  algorithm
    dy := 2 * u * du;
  end f_der;
  Real x = f(time);
  Real y = der(x);
end M;
