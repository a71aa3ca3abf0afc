model SmoothOrder
  function f
    input Real x;
    output Real y;
  protected
    Real t;
  algorithm
    t := x;
    y := 0;
    for i in 1:2 loop
      y := y + t*t/2;
    end for;
    annotation(smoothOrder = 3, Inline = false);
  end f;
  Real x, v;
equation
  x = f(time);
  v = der(x);
end SmoothOrder;
