model M
  record R Real a = 1; Real b = 2*a; end R;
  parameter R a = R(a = 3);
  parameter R c[2] = {R(1, 1), R(2, 2)};
  Real x = a.b;
end M;
