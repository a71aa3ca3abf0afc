model M
  Real x(start = 0, fixed = true);
equation
  when time then x = 1; end when;
end M;
