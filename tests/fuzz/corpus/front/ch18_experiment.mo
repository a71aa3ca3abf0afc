model Experiment
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StartTime = 1, StopTime = 3, Tolerance = 1e-8, Interval = 0.5));
end Experiment;
