model Events "N lags, each switched off at its own threshold: N conditions, N discrete variables"
  parameter Integer N = 10 "number of lags";
  Real x[N](each start = 0, each fixed = true);
  discrete Real e[N](each start = 1, each fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = e[i] - x[i];
    when x[i] > 0.5 + 0.4*i/N then
      e[i] = 0;
    end when;
  end for;
end Events;
