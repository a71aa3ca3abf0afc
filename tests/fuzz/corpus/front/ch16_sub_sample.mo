model SubSample
  Real u = sample(time, Clock(1, 10));
  Real z = hold(subSample(u, 3));
end SubSample;
