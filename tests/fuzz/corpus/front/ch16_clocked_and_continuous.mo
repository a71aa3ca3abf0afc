model ClockedAndContinuous
  Real u = sample(time, Clock(0.1));
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
end ClockedAndContinuous;
