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
  model Grid "arrays of all types; one whose elements are not alike"
    type Mode = enumeration(off, on, auto);
    input Real w[3](each unit = "m") "forces";
    output Real s[3];
    parameter Real k[2, 3] = {{1, 2, 3}, {4, 5, 6}};
    parameter String words[2] = {"one", "two"};
    parameter Mode modes[2] = {Mode.on, Mode.auto};
    Real x[2, 3](each start = 0.5, each fixed = true);
    Real uneven[2](start = {0, 1}, fixed = {true, false});
    Integer count[2](each start = 0, each fixed = true);
  equation
    for i in 1:2 loop
      for j in 1:3 loop
        der(x[i, j]) = -k[i, j]*x[i, j] + w[j];
      end for;
    end for;
    s = 2*x[1, :] + w;
    der(uneven[1]) = 1;
    uneven[2] = -uneven[1];
    when sample(0, 0.1) then
      count = pre(count) + {1, 2};
    end when;
  end Grid;
end Ball;
