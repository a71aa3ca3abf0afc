package Plant "Models for the tests of FMUs: states, systems of equations, events, samples, delays, strings"
  model Motor "Two masses, a nonlinear spring solved for, an input"
    parameter Real J1(unit = "kg.m2") = 0.5, J2 = 2, c = 40, d = 0.8;
    parameter Real k = J1 + J2 "calculated";
    input Real tau(unit = "N.m", start = 1);
    output Real w(unit = "rad/s");
    Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true), phi2(start = 0, fixed = true), w2(start = 0, fixed = true);
    Real t, twist(start = 0) "twist + twist^3 = phi1 - phi2";
  equation
    der(phi1) = w1;
    der(phi2) = w2;
    J1*der(w1) = tau - t;
    J2*der(w2) = t;
    twist + twist^3 = phi1 - phi2;
    t = c*twist + d*(w1 - w2);
    w = w2;
  end Motor;

  model Hybrid "A ball, a sampled counter, a delayed signal, a text"
    parameter Real e = 0.8;
    parameter String label = "ball";
    Real h(start = 1, fixed = true), v(start = 0, fixed = true), late;
    discrete Real count(start = 0, fixed = true);
    Integer bounces(start = 0, fixed = true);
    Boolean up = v > 0;
    output Real y = h + count;
  equation
    der(h) = v;
    der(v) = -9.81;
    late = delay(h, 0.1);
    when h < 0 then
      reinit(v, -e*pre(v));
      bounces = pre(bounces) + 1;
    end when;
    when sample(0.05, 0.1) then
      count = pre(count) + 1;
    end when;
    assert(h > -0.5, "the ball fell through");
  end Hybrid;
end Plant;
