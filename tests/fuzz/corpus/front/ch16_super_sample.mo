model SuperSample
  Real u = sample(time, Clock(1, 5));
  Real v = superSample(u, 2);
  Integer c(start = 0) = previous(c) + (if v >= 0 then 1 else 0);
  Integer n = hold(c);
  Real y = hold(v);
end SuperSample;
