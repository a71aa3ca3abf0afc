model M
  Real x[:] = cat(2, {1}, {2});
end M;
