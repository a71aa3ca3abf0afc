model RationalClock
  Integer c(start = 0);
  Integer n = hold(c);
equation
  when Clock(1, 3) then
    c = previous(c) + 1;
  end when;
end RationalClock;
