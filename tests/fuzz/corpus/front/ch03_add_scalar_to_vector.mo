model M "10.6.2: + needs equal dimensions"
  Real x[2] = 1 + {1, 2};
end M;
