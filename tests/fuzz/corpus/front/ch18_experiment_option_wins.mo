model ExperimentOptionWins
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 3));
end ExperimentOptionWins;
