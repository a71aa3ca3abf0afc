model M
  Real resistance = 1;
  Real y = resistence;
end M;
