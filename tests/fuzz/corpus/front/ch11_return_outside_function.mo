model M
  Real y;
algorithm
  y := 1;
  return;
end M;
