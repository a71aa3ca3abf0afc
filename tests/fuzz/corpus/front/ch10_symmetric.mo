model M
  Real a[2, 2] = symmetric([1, 2; 3, 4]);
end M;
