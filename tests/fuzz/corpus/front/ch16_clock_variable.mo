model ClockVariable
  Clock c = Clock(1, 2);
  Clock d = subSample(c, 1);
  Real x(start = 0);
  Real y = hold(x);
equation
  when d then
    x = previous(x) + 1;
  end when;
end ClockVariable;
