model M
  Real d = time;
  Real y = delay(time, d);
end M;
