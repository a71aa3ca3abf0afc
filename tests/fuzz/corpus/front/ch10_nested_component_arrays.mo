model M
  model B parameter Real k = 0; Real y = k; end B;
  model A parameter Real j = 0; B b[2](k = {10*j + 1, 10*j + 3}); end A;
  A a[2](j = {1, 2});
  Real y = a[2].b[2].y;
end M;
