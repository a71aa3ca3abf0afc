model M
  parameter Real p = 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.5 then reinit(p, 0); end when;
end M;
