model far
  parameter Real u = 1.0;
  Real y;
  Real x(start = 0.0, fixed = true);
equation
  der(x) = u - 0.1*y;
  atan(y - 50.0 - x) = 0.1*x + 1e-06*y;
  annotation (experiment(StartTime = 0, StopTime = 1));
end far;
