model M
  Real x[3], y[2];
equation
  for i loop x[i] = [(x, 2)]; end for;
end M;
