model M
  Real y;
algorithm
  y := 1;
  break;
end M;
