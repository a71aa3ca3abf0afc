model PeriodicClock
  Integer c(start = 0);
  Integer n = hold(c);
equation
  when Clock(0.1) then
    c = previous(c) + 1;
  end when;
end PeriodicClock;
