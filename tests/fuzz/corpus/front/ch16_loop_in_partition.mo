model LoopInPartition
  Real u = sample(time, Clock(0.25));
  Real a, b;
  Real y = hold(a);
equation
  a + b = u;
  a - 0.5*b = 0.4*u;
  annotation(experiment(StopTime = 1));
end LoopInPartition;
