model SampleAndHold
  Real y = hold(sample(time, Clock(0.1)));
end SampleAndHold;
