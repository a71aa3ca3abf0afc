model ArrayClocked
  Real x[2](each start = 0);
  Real y[2] = hold(x);
equation
  when Clock(0.25) then
    x = previous(x) + {1, 2};
  end when;
end ArrayClocked;
