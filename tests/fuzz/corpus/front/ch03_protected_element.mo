model M
  model A protected Real x = 1; end A;
  A a;
  Real y = a.x;
end M;
