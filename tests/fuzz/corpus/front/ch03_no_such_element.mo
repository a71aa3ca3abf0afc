model M
  model A Real x = 1; end A;
  A a;
  Real y = a.z;
end M;
