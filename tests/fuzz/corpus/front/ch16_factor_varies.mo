model FactorVaries
  Integer k = integer(time);
  Real u = sample(time, Clock(0.1));
  Real y = hold(subSample(u, k));
end FactorVaries;
