model BackSample
  Real u(start = 5) = previous(u) + (if firstTick(u) then -4 else 1);
  Real t = sample(time, shiftSample(Clock(1.0), 1)) + u;
  Real b(start = 5) = backSample(u, 1);
  Real y = hold(b);
end BackSample;
