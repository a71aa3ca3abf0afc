model M
  model A Real x = 1; end A;
  model B protected extends A; end B;
  B b;
  Real y = b.x;
end M;
