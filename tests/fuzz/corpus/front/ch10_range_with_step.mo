model M
  Real v[3] = 1:2:5;
  Real w[3] = 0:0.5:1;
  Real n = size(5:1, 1);
end M;
