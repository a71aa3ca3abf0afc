model NegativeInterval
  Real y = hold(sample(time, Clock(-0.5)));
end NegativeInterval;
