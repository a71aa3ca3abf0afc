model M
  Real a[2] = {1, 2} + {1, 2, 3};
end M;
