// RUN: causeway simulate %s -o %t.csv --stop 5
// FINAL: x = 5 +- 1e-9
model ExperimentOptionWins
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 3));
end ExperimentOptionWins;
