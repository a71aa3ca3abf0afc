model Interval
  Real y(start = 0) = previous(y) + interval(y)*4;
  Real t = sample(time, Clock(0.25)) + y;
  Real i = interval(y);
  Real T = hold(i);
  Real x = hold(y);
end Interval;
