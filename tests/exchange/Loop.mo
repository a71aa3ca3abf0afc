model Loop "FMUs that feed each other, beside the same equations in Modelica"
  model Equations
    Real xa(start = 1, fixed = true), xb(start = 1, fixed = true), ua, ub;
  equation
    der(xa) = -2*xa + ua;
    der(xb) = -xb + ub;
    ua = -0.5*(xb + ub);
    ub = 0.3*(xa + ua);
  end Equations;
  Decay a(k = 2, limit = -10), b(limit = -10);
  Sampled c(limit = -10);
  Equations reference;
equation
  a.u = -0.5*b.y;
  b.u = 0.3*a.y;
  c.u = 0;
  annotation(experiment(StopTime = 2));
end Loop;
