model ClockOfParameter
  parameter Real T = 0.5;
  Real x(start = 0);
  Real y = hold(x);
equation
  when Clock(T) then
    x = previous(x) + 1;
  end when;
end ClockOfParameter;
