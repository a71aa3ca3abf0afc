model M
  Real x(start = 0, fixed = true);
initial equation
  when time > 1 then x = 1; end when;
equation
  der(x) = 1;
end M;
