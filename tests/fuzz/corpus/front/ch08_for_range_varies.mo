model M
  Integer n = integer(time) + 1;
  Real x[3];
equation
  for i in 1:n loop x[i] = i; end for;
end M;
