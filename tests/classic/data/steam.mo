within;
package Steam "Functions that tests of classic models call"
  function polar "Length and angle: two results, and another function inside"
    input Real x;
    input Real y;
    output Real r;
    output Real phi;
  protected
    Real s;
  algorithm
    s := 0;
    for a in {x, y} loop
      s := s + square(a);
    end for;
    r := sqrt(s);
    phi := atan2(y, x);
  end polar;

  function square
    input Real x;
    output Real y;
  algorithm
    y := x*x;
    annotation (Inline = true);
  end square;
end Steam;

function g "Density of steam at an enthalpy"
  input Real h;
  output Real r;
algorithm
  r := 1/(1 + h);
end g;

function gDER "Its derivative"
  input Real h;
  output Real d;
algorithm
  d := -1/(1 + h)^2;
end gDER;
