model ShiftSample
  Real u(start = 0) = previous(u) + 1;
  Real s = shiftSample(u, 1, 2);
  Real y = hold(s);
  Real t = sample(time, Clock(1.0)) + u;
end ShiftSample;
