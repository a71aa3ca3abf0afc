// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 0.6 +- 1e-9
// Equations of a partition may depend on each other.
model LoopInPartition
  Real u = sample(time, Clock(0.25));
  Real a, b;
  Real y = hold(a);
equation
  a + b = u;
  a - 0.5*b = 0.4*u;
  annotation(experiment(StopTime = 1));
end LoopInPartition;
