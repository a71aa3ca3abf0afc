model M
  Real x[3], y[2];
equation
  for i loop x[i] = y[i]; end for;
end M;
