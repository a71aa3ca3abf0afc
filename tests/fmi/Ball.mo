package Ball "Models of the content of the Reference-FMUs, for the tests of FMI 3.0"
  model BouncingBall
    parameter Real g = -9.81, e = 0.7;
    output Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = g;
    when h <= 0 then
      reinit(v, -e*pre(v));
    end when;
  end BouncingBall;

  model VanDerPol
    parameter Real mu = 1;
    output Real x0(start = 2, fixed = true), x1(start = 0, fixed = true);
  equation
    der(x0) = x1;
    der(x1) = mu*(1 - x0^2)*x1 - x0;
  end VanDerPol;

  model Stair
    output Integer counter(start = 1, fixed = true);
  equation
    when sample(1, 1) then
      counter = pre(counter) + 1;
    end when;
  end Stair;

  model Feedthrough
    input Real u(start = 0);
    input Integer i(start = 0);
    input Boolean b(start = false);
    output Real y = 2*u;
    output Integer j = i + 1;
    output Boolean c = not b;
  end Feedthrough;
end Ball;
