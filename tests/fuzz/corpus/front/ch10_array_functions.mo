model M
  Real a[3] = cross({1, 0, 0}, {0, 1, 0});
  Real b[2, 2] = identity(2);
  Real c[3] = linspace(0, 10, 3);
  Real d = product({1, 2, 3});
  Real e[2] = diagonal({2, 3})*{1, 1};
  Real f[2, 2] = symmetric([1, 3; 0, 2]);
  Real g[3, 3] = skew({1, 2, 3});
end M;
