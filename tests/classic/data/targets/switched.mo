model switched
  parameter Real u = 2.0;
  Real y;
  Real z;
  Real x(start = 0.0, fixed = true);
equation
  der(x) = u - y;
  y + (if u > 1.0 then 2.0 else 1.0)*z = x;
  y - (if u > 1.0 then 1.0 else 3.0)*z = sign(u)*max(u, 0.1);
  annotation (experiment(StartTime = 0, StopTime = 2));
end switched;
