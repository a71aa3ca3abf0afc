model M
  Real x[3] = {1, 2, 3} * time;
  Integer n = 1 + integer(time);
  Real y = if n <= 3 then x[n] else 0;
end M;
